import FairKitAPI
import HTTPTypes
import Hummingbird

/// The condition of `If-Match` (RFC 9110, section 13.1.1).
enum Precondition {
    /// The header is missing.
    case none
    /// `*`: any version.
    case exists
    case version(Int)

    /// The required version; nil: any.
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
                    .badRequest, .malformedRequest,
                    "If-Match has to be the ETag of the version to change, such as \"1\", or *.")
            }
            return .version(version)
        }
    }
}

extension Problem {
    static let preconditionRequired = Problem(
        HTTPResponse.Status(code: 428, reasonPhrase: "Precondition Required"), .preconditionRequired,
        "Send If-Match with the version to change: the ETag of your last GET, or * for the current version.")

    static func versionMismatch(_ current: Int) -> Problem {
        Problem(
            .preconditionFailed, .versionMismatch,
            "Another request changed this in the meantime. Read it again, and change the newest version."
        ).with("version", .number(current))
    }
}
