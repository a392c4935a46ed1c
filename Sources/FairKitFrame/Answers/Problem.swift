package import FairKitAPI
package import FairKitCore
import FoundationEssentials
package import HTTPTypes
package import Hummingbird
import NIOCore

/// An error response: problem details (RFC 9457) with a stable `code`.
///
/// `detail` says what to do, and never repeats health data, a key or a token.
package struct Problem: HTTPResponseError, Hashable {
    package let status: HTTPResponse.Status
    package let code: ProblemCode
    package let detail: String
    package var errors: [FieldError] = []
    /// Additional members of this problem, such as the codes of several kits.
    package var members: [String: Member] = [:]
    package var headers: HTTPFields = [:]
    /// Whether the audit log records it by the client's address if no caller is authenticated. The client does not
    /// learn it.
    package var isRecordedByAddress = false

    package enum Member: Hashable, Sendable {
        case text(String)
        case list([String])
        case number(Int)
    }

    package init(_ status: HTTPResponse.Status, _ code: ProblemCode, _ detail: String) {
        self.status = status
        self.code = code
        self.detail = detail
    }

    package func with(_ name: String, _ member: Member) -> Problem {
        var copy = self
        copy.members[name] = member
        return copy
    }

    /// The same problem, recorded by the client's address if no caller is authenticated.
    package var recordedByAddress: Problem {
        var copy = self
        copy.isRecordedByAddress = true
        return copy
    }

    package func with(_ errors: [FieldError]) -> Problem {
        var copy = self
        copy.errors = errors
        return copy
    }

    package func with(_ name: HTTPField.Name, _ value: String) -> Problem {
        var copy = self
        copy.headers[name] = value
        return copy
    }

    package func with(_ fields: HTTPFields) -> Problem {
        var copy = self
        for field in fields { copy.headers[field.name] = field.value }
        return copy
    }

    package func response(from request: Request, context: some RequestContext) throws -> Response {
        var headers = headers
        headers[.contentType] = "application/problem+json"
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(json: self)))
    }
}

extension Problem: JSONBody {
    struct Field: JSONBody {
        let pointer: String
        let detail: String
    }

    package func writeMembers(to json: inout JSONWriter) {
        // RFC 9457: `about:blank` means that the problem has no page of its own; `code` identifies it.
        json.member(#""type":"#, "about:blank")
        json.member(#""title":"#, status.reasonPhrase)
        json.member(#""status":"#, status.code)
        json.member(#""detail":"#, detail)
        json.member(#""code":"#, code.rawValue)
        if !errors.isEmpty {
            json.member(#""errors":"#, errors.map { Field(pointer: $0.pointer, detail: $0.detail) })
        }
        for (name, member) in members.sorted(by: { $0.key < $1.key }) {
            switch member {
            case .text(let text): json.member(named: name, text)
            case .list(let list): json.member(named: name, list)
            case .number(let number): json.member(named: name, number)
            }
        }
    }
}
