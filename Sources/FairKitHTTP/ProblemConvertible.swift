import FairKitCore
import FairKitService
import FairKitStore
import HTTPTypes
import Hummingbird

/// A failure of a use case, as a client sees it. Each stands in its noun's file, as one exhaustive switch.
protocol ProblemConvertible: Error {
    var problem: Problem { get }
}

extension Problem {
    static let unauthenticated = Problem(
        .unauthorized, "unauthenticated",
        "Send a valid API key in X-API-Key, or a valid access token in Authorization as Bearer."
    ).with(.wwwAuthenticate, "ApiKey, Bearer")
    static let forbidden = Problem(
        .forbidden, "forbidden", "Your role may not do that.")
    static let notFound = Problem(.notFound, "not-found", "There is nothing at this address, or nothing for this key.")
    static let busy = Problem(
        .serviceUnavailable, "busy", "The server has as much to do as it can take. Send the same again in a moment."
    ).with(.retryAfter, "1")
    static let diskFull = Problem(
        .insufficientStorage, "disk-full",
        "The server's disk is full, and nothing was stored. Send the same again later; only critical alerts go on."
    ).with(.retryAfter, "30")
    static let `internal` = Problem(
        .internalServerError, "internal", "Something went wrong here. Try again; if it stays, tell the operator.")
}

extension HTTPResponse.Status {
    /// RFC 4918, 11.5.
    static let insufficientStorage = HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
}

extension Invalid: ProblemConvertible {
    var problem: Problem {
        Problem(.unprocessableContent, "invalid", "Some fields can't be taken. Correct those in errors and send again.")
            .with(fields)
    }
}

extension DatabaseError: ProblemConvertible {
    var problem: Problem {
        switch remedy {
        case .later: .busy
        case .room: .diskFull
        case .repair:
            Problem(.serviceUnavailable, "store-unavailable", "Nothing was stored. Send the same again in a moment.")
                .with(.retryAfter, "5")
        case .none: .internal
        }
    }
}

extension Authenticate.Failure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .unknown: .unauthenticated
        case .key: .internal
        case .store(let error): error.problem
        }
    }
}
