import FairKitAPI
package import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// A failure of a use case, as a client sees it. Each stands in its noun's file, as one exhaustive switch.
protocol ProblemConvertible: Error {
    var problem: Problem { get }
    /// Whether the audit log is still to record that the identified caller may not do it.
    var isUnrecordedDenial: Bool { get }
}

extension ProblemConvertible {
    var isUnrecordedDenial: Bool { problem.status == .forbidden }
}

extension Problem: ProblemConvertible {
    package var problem: Problem { self }
}

extension Refusal: ProblemConvertible where Own: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .forbidden: .forbidden
        case .notFound: .notFound
        case .invalid(let invalid): invalid.problem
        case .idempotency(let failure): failure.problem
        case .store(let error): error.problem
        case .own(let failure): failure.problem
        }
    }

    /// The runner has recorded what it refused.
    var isUnrecordedDenial: Bool { if case .own(let failure) = self { failure.isUnrecordedDenial } else { false } }
}

extension Never: ProblemConvertible {
    var problem: Problem { switch self {} }
}

extension Problem {
    static let unauthenticated = Problem(
        .unauthorized, .unauthenticated,
        "Send a valid API key in X-API-Key, or a valid access token in Authorization as Bearer."
    ).with(.wwwAuthenticate, "ApiKey, Bearer")
    static let forbidden = Problem(
        .forbidden, .forbidden, "Your role may not do that.")
    static let notFound = Problem(
        .notFound, .notFound, "There is nothing at this address, or nothing for this key.")
    static let busy = Problem(
        .serviceUnavailable, .busy, "The server has as much to do as it can take. Send the same again in a moment."
    ).with(.retryAfter, "1")
    static let diskFull = Problem(
        .insufficientStorage, .diskFull,
        "The server's disk is full, and nothing was stored. Send the same again later; only critical alerts go on."
    ).with(.retryAfter, "30")
    static let storeUnavailable = Problem(
        .serviceUnavailable, .storeUnavailable, "Nothing was stored. Send the same again in a moment."
    ).with(.retryAfter, "5")
    static let storeDamaged = Problem(
        .internalServerError, .storeDamaged,
        "Pages of the store are damaged, and trying again does not help. Tell the operator: fairkit db check shows what is damaged, and a backup restores it."
    )
    static let `internal` = Problem(
        .internalServerError, .internal, "Something went wrong here. Try again; if it stays, tell the operator.")
}

extension HTTPResponse.Status {
    /// RFC 4918, 11.5.
    static let insufficientStorage = HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
}

extension Invalid: ProblemConvertible {
    var problem: Problem {
        Problem(.unprocessableContent, .invalid, "Some fields can't be taken. Correct those in errors and send again.")
            .with(fields)
    }
}

extension StoreFailure: ProblemConvertible {
    var problem: Problem {
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
    var problem: Problem {
        switch self {
        case .unknown: .unauthenticated
        case .key: .internal
        case .store(let error): error.problem
        }
    }
}
