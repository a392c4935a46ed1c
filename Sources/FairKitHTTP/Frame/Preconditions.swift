import FairKitAPI
import HTTPTypes
import Hummingbird

extension Request {
    /// The version that `If-Match` names; nil without one.
    var expectedVersion: Int? {
        get throws(Problem) {
            guard let header = headers[.ifMatch], header != "*" else { return nil }
            let digits = header.dropFirst().dropLast()
            guard header.count > 2, header.first == "\"", header.last == "\"",
                digits.utf8.allSatisfy({ (48...57).contains($0) }), let version = Int(digits)
            else {
                throw Problem(
                    .badRequest, .malformedRequest, "If-Match holds the ETag of what is changed, such as \"1\".")
            }
            return version
        }
    }
}

extension Problem {
    static let preconditionRequired = Problem(
        HTTPResponse.Status(code: 428, reasonPhrase: "Precondition Required"), .preconditionRequired,
        "Say in If-Match which version you change: the ETag of your last GET.")

    static func versionMismatch(_ current: Int) -> Problem {
        Problem(
            .preconditionFailed, .versionMismatch,
            "It has been changed in the meantime. Read it again, and change the newest version."
        ).with("version", .number(current))
    }
}
