import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes

extension SignInFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .wrong: .signInFailed
        case .wrongCode:
            Problem(
                .unauthorized, .codeWrong,
                "This code is not right, or was used before. Wait for the next one that the app shows, or use a backup code."
            ).with(.wwwAuthenticate, "Bearer")
        case .locked(let time):
            Problem(
                .tooManyRequests, .signInLocked,
                "Too many sign-ins failed. Try again when Retry-After is over, or choose a new password by mail."
            ).with(.retryAfter, "\(max(1, time.components.seconds + 1))").recordedByAddress
        case .suspended:
            Problem(.forbidden, .accountSuspended, "This account was suspended. Ask your administrator.")
                .recordedByAddress
        case .challengeUnknown:
            Problem(
                .unauthorized, .challengeUnknown, "The five minutes for the code are over. Sign in once more."
            ).with(.wwwAuthenticate, "Bearer").recordedByAddress
        case .busy: .signInsBusy
        case .key: .internal
        case .store(let error): error.problem
        }
    }
}

extension RefreshFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .unknown:
            Problem(.unauthorized, .refreshFailed, "This refresh token is not good any more. Sign in once more.")
                .with(.wwwAuthenticate, "Bearer").recordedByAddress
        case .key: .internal
        case .store(let error): error.problem
        }
    }
}

extension AskForMailFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .invalid(let invalid): invalid.problem
        case .registrationClosed:
            Problem(
                .forbidden, .registrationClosed, "Accounts are made by invitation here. Ask whoever gave you the kit."
            )
        case .key: .internal
        case .store(let error): error.problem
        }
    }
}

extension ChoosePasswordFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .unknown, .otherKind:
            Problem(
                .notFound, .linkUnknown,
                "This link was used, is over, or was made for something else. Ask for another one."
            ).recordedByAddress
        case .invalid(let invalid): invalid.problem
        case .working(.busy): .signInsBusy
        case .working(.key), .key: .internal
        case .store(let error): error.problem
        }
    }
}

extension OwnAccountFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .noAccount:
            Problem(.forbidden, .noAccount, "This is for people who have signed in. An API key has no account.")
        case .lastAdministrator: ChangeAccountFailure.lastAdministrator.problem
        case .refused(let refused): Invalid("/newPassword", refused.description).problem
        case .factorFixed:
            Problem(
                .conflict, .mfaNotPossible,
                "This account has no second factor, or people in its role can't be without one.")
        case .signIn(let failure): failure.problem
        }
    }
}

extension ChangeAccountFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .lastAdministrator:
            Problem(
                .conflict, .lastAdministrator,
                "This is the last administrator who can sign in. Invite another one first.")
        case .account(let failure): failure.problem
        }
    }
}

extension InviteFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .taken:
            Problem(.conflict, .accountExists, "There is an account with this address. See the list of accounts.")
        case .needsPerson:
            Problem(
                .forbidden, .noAccount,
                "An API key invites patients to their first account, and coordinators. An administrator who has signed in invites others, or fairkit account invite on the server's machine."
            )
        case .secondAdministrator:
            Problem(
                .conflict, .secondAdministrator,
                "You invited this person yourself. Another administrator agrees, or fairkit account approve on the server's machine."
            )
        case .notAwaited:
            Problem(.conflict, .notAwaited, "This invitation waits for nobody: its mail was written already.")
        case .account(let failure): failure.problem
        case .key: .internal
        }
    }
}

extension Problem {
    fileprivate static let signInFailed = Problem(
        .unauthorized, .signInFailed, "The e-mail address or the password is not right."
    ).with(.wwwAuthenticate, "Bearer")
    fileprivate static let signInsBusy = Problem(
        .tooManyRequests, .signInsBusy, "Many people sign in at this moment. Send the same again in some seconds."
    ).with(.retryAfter, "5").recordedByAddress
}
