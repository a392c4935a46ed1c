import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes

extension SignInFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .wrong: .signInFailed
        case .wrongCode:
            Problem(
                .unauthorized, .codeWrong,
                "This code is wrong or was already used. Wait for the next code in your app, or use a backup code."
            ).with(.wwwAuthenticate, "Bearer")
        case .locked(let time):
            Problem(
                .tooManyRequests, .signInLocked,
                "Too many sign-ins failed. Try again after Retry-After, or reset your password by e-mail."
            ).with(.retryAfter, "\(max(1, time.components.seconds + 1))").recordedByAddress
        case .suspended:
            Problem(.forbidden, .accountSuspended, "This account is suspended. Ask your administrator.")
                .recordedByAddress
        case .challengeUnknown:
            Problem(
                .unauthorized, .challengeUnknown,
                "This sign-in has expired: the code has to be sent within five minutes. Sign in again."
            ).with(.wwwAuthenticate, "Bearer").recordedByAddress
        case .busy: .signInsBusy
        case .key: .internal
        case .store(let error): error.problem
        }
    }
}

extension RefreshFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .unknown:
            Problem(.unauthorized, .refreshFailed, "This refresh token is no longer valid. Sign in again.")
                .with(.wwwAuthenticate, "Bearer").recordedByAddress
        case .key: .internal
        case .store(let error): error.problem
        }
    }
}

extension AskForMailFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .invalid(let invalid): invalid.problem
        case .registrationClosed:
            Problem(
                .forbidden, .registrationClosed,
                "Accounts are created by invitation only. Ask the organisation that gave you the kit."
            )
        case .overBudget(let spent): spent.problem
        case .key: .internal
        case .store(let error): error.problem
        }
    }
}

extension ChoosePasswordFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .unknown, .otherKind:
            Problem(
                .notFound, .linkUnknown,
                "This link was already used, has expired, or has another purpose. Ask for a new link."
            ).recordedByAddress
        case .invalid(let invalid): invalid.problem
        case .working(.busy): .signInsBusy
        case .working(.key), .key: .internal
        case .store(let error): error.problem
        }
    }
}

extension OwnAccountFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .noAccount:
            Problem(.forbidden, .noAccount, "Only a signed-in account can do this. An API key has no account.")
        case .lastAdministrator: ChangeAccountFailure.lastAdministrator.problem
        case .refused(let refused): Invalid("/newPassword", refused.description).problem
        case .factorFixed:
            Problem(
                .conflict, .mfaNotPossible,
                "This account has no second factor, or its role requires one.")
        case .signIn(let failure): failure.problem
        }
    }
}

extension ChangeAccountFailure: ProblemConvertible {
    package var problem: Problem {
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
    package var problem: Problem {
        switch self {
        case .taken:
            Problem(.conflict, .accountExists, "An account with this address already exists. See the list of accounts.")
        case .needsPerson:
            Problem(
                .forbidden, .noAccount,
                "An API key can invite only coordinators, and patients who have no account, at the address of their record. To invite others, sign in as an administrator, or ask the operator."
            )
        case .secondAdministrator:
            Problem(
                .conflict, .secondAdministrator,
                "You invited this person yourself. Another administrator or the operator has to approve it."
            )
        case .notAwaited:
            Problem(.conflict, .notAwaited, "This invitation needs no approval: its mail is already written.")
        case .account(let failure): failure.problem
        case .key: .internal
        }
    }
}

extension Problem {
    fileprivate static let signInFailed = Problem(
        .unauthorized, .signInFailed, "The e-mail address or the password is wrong."
    ).with(.wwwAuthenticate, "Bearer")
    fileprivate static let signInsBusy = Problem(
        .tooManyRequests, .signInsBusy, "Too many people are signing in right now. Try again in a few seconds."
    ).with(.retryAfter, "5").recordedByAddress
}
