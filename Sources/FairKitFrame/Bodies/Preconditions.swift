import FairKitAPI
import HTTPTypes
import Hummingbird

/// The condition of `If-Match` (RFC 9110, section 13.1.1).
package enum Precondition {
    /// The header is missing.
    case none
    /// `*`: any version.
    case exists
    /// One of these versions.
    case oneOf(Set<Int>)

    /// The required versions; nil: any.
    package var versions: Set<Int>? { if case .oneOf(let versions) = self { versions } else { nil } }
}

extension Request {
    package var precondition: Precondition {
        get throws(Problem) {
            guard let header = headers[.ifMatch] else { return .none }
            guard header != "*" else { return .exists }
            let tags = header.split(separator: ",", omittingEmptySubsequences: false)
            // A version's number says the same however its answer was compressed, so a weak tag is as good.
            let versions = tags.compactMap { EntityTag.text(sent: $0).flatMap { $0.version } }
            guard versions.count == tags.count else {
                throw Problem(
                    .badRequest, .malformedRequest,
                    "If-Match has to be the ETag of the version to change, such as \"1\", or *.")
            }
            return .oneOf(Set(versions))
        }
    }

    /// The condition of a change that must not undo another one.
    package var requiredPrecondition: Precondition {
        get throws(Problem) {
            let precondition = try precondition
            if case .none = precondition { throw Problem.preconditionRequired }
            return precondition
        }
    }
}

extension Substring {
    fileprivate var version: Int? { utf8.allSatisfy { (48...57).contains($0) } ? Int(self) : nil }
}

extension Problem {
    static let preconditionRequired = Problem(
        HTTPResponse.Status(code: 428, reasonPhrase: "Precondition Required"), .preconditionRequired,
        "Send If-Match with the version to change: the ETag of your last GET, or * for the current version.")

    package static func versionMismatch(_ current: Int) -> Problem {
        Problem(
            .preconditionFailed, .versionMismatch,
            "Another request changed this in the meantime. Read it again, and change the newest version."
        ).with("version", .number(current))
    }
}
