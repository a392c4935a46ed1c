import FairKitAPI
import HTTPTypes
import Hummingbird

/// What `If-Match` demands (RFC 9110, section 13.1.1).
enum Precondition {
    /// The header is missing.
    case none
    /// `*`: that there is something to change.
    case exists
    case version(Int)

    /// The version that is demanded; nil: whichever is in force.
    var version: Int? { if case .version(let version) = self { version } else { nil } }
}

extension Request {
    var precondition: Precondition {
        get throws(Problem) {
            guard let header = headers[.ifMatch] else { return .none }
            guard header != "*" else { return .exists }
            let digits = header.dropFirst().dropLast()
            guard header.count > 2, header.first == "\"", header.last == "\"",
                digits.utf8.allSatisfy({ (48...57).contains($0) }), let version = Int(digits)
            else {
                throw Problem(
                    .badRequest, .malformedRequest, "If-Match holds the ETag of what is changed, such as \"1\", or *.")
            }
            return .version(version)
        }
    }
}

extension Problem {
    static let preconditionRequired = Problem(
        HTTPResponse.Status(code: 428, reasonPhrase: "Precondition Required"), .preconditionRequired,
        "Say in If-Match which version you change: the ETag of your last GET, or * for whichever is in force.")

    static func versionMismatch(_ current: Int) -> Problem {
        Problem(
            .preconditionFailed, .versionMismatch,
            "It has been changed in the meantime. Read it again, and change the newest version."
        ).with("version", .number(current))
    }
}
