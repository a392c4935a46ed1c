import FairKitAPI
package import FairKitCore
package import FairKitService
import HTTPTypes
import Hummingbird
package import enum Relational.DatabaseError

/// A use case's failure that becomes a problem. Each conversion is one exhaustive switch in the file of its noun.
package protocol ProblemConvertible: Error {
    var problem: Problem { get }
    /// Whether the audit log still has to record that the caller was refused.
    var isUnrecordedDenial: Bool { get }
}

extension ProblemConvertible {
    package var isUnrecordedDenial: Bool { problem.status == .forbidden }
}

extension Problem: ProblemConvertible {
    package var problem: Problem { self }
}

extension Refusal: ProblemConvertible where Own: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .forbidden: .forbidden
        case .notFound: .notFound
        case .invalid(let invalid): invalid.problem
        case .idempotency(let failure): failure.problem
        case .unproved(.noAccount): .takesProof
        case .unproved(let failure): failure.problem
        case .store(let error): error.problem
        case .overBudget(let spent): spent.problem
        case .own(let failure): failure.problem
        }
    }

    /// The runner has already recorded its refusals.
    package var isUnrecordedDenial: Bool {
        switch self {
        case .own(let failure): failure.isUnrecordedDenial
        case .unproved(let failure): failure.isUnrecordedDenial
        case .forbidden, .notFound, .invalid, .idempotency, .overBudget, .store: false
        }
    }
}

extension Never: ProblemConvertible {
    package var problem: Problem { switch self {} }
}

extension Problem {
    package static let unauthenticated = Problem(
        .unauthorized, .unauthenticated,
        "Send a valid API key in X-API-Key, or a valid access token in Authorization as Bearer."
    ).with(.wwwAuthenticate, "ApiKey, Bearer")
    package static let forbidden = Problem(
        .forbidden, .forbidden, "Your role does not allow this.")
    static let takesProof = Problem(
        .forbidden, .noAccount,
        "This decides whether and whom alerts tell, so an API key alone is not enough. An administrator signs in and sends password and code, or the operator uses the command on the server."
    )
    package static let notFound = Problem(
        .notFound, .notFound, "Not found, or not visible to you.")
    package static let busy = Problem(
        .serviceUnavailable, .busy, "The server is overloaded. Send the request again in a moment."
    ).with(.retryAfter, "1")
    static let diskFull = Problem(
        .insufficientStorage, .diskFull,
        "The server's disk is full, so nothing was stored. Only critical alerts still work. Send the request again later."
    ).with(.retryAfter, "30")
    package static let storeUnavailable = Problem(
        .serviceUnavailable, .storeUnavailable,
        "The server can't use its store at the moment. Send the same request again soon."
    ).with(.retryAfter, "5")
    static let storeDamaged = Problem(
        .internalServerError, .storeDamaged,
        "The database is damaged, and trying again does not help. Tell the operator: fairkit db check shows the damage, and a backup repairs it."
    )
    package static let `internal` = Problem(
        .internalServerError, .internal, "The server failed. Try again. If it fails again, tell the operator.")
}

extension HTTPResponse.Status {
    /// RFC 4918, 11.5.
    static let insufficientStorage = HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
}

extension SpentBudget: ProblemConvertible {
    package var problem: Problem {
        let sender =
            switch holder {
            case .tenant: "by this organisation"
            case .client: "from your address"
            case .receiver: "to the same receiver"
            }
        return Problem(
            .tooManyRequests, .tooManyMessages,
            "Too many messages were sent \(sender), so nothing was done. Send the request again after Retry-After."
        ).with(.retryAfter, "\(max(1, retryAfter.components.seconds))")
    }
}

extension Invalid: ProblemConvertible {
    package var problem: Problem {
        Problem(
            .unprocessableContent, .invalid,
            "Some fields are invalid. Correct those in errors and send the request again."
        )
        .with(fields)
    }
}

extension DatabaseError: ProblemConvertible {
    package var problem: Problem {
        switch remedy {
        case .later: .busy
        case .room: .diskFull
        case .repair: .storeUnavailable
        case .restore: .storeDamaged
        case .none: .internal
        }
    }
}

extension AuthenticationFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .unknown: .unauthenticated
        case .key: .internal
        case .store(let error): error.problem
        }
    }
}

extension TenantFailure: ProblemConvertible {
    package var problem: Problem {
        if let passing { return passing.problem }
        return switch self {
        // A client must not learn which tenants exist.
        case .unknown: .unauthenticated
        case .suspended:
            Problem(
                .forbidden, .tenantSuspended,
                "This tenant is suspended. Ask the operator of the server.")
        case .stopping: .busy
        // The reason is for the operator: the log says what to do.
        case .store:
            Problem(
                .serviceUnavailable, .storeUnavailable,
                "The data of this tenant can't be opened. Tell the operator: the reason is in the server's log."
            ).with(.retryAfter, "30")
        case .control(let error): error.problem
        }
    }
}
