import FairKitServer
package import FoundationEssentials
import NIOHTTP1

/// A response of the server.
package struct Reply: Sendable {
    package let status: Int
    package let body: Data
    var headers = HTTPHeaders()

    package var isSuccess: Bool { (200..<300).contains(status) }

    /// The body as received.
    var text: String { String(decoding: body, as: UTF8.self) }

    func decode<T: Decodable>(_ type: T.Type) throws(OperatorError) -> T {
        try decodeAnswer(type, from: body)
    }

    /// The problem details of a refusal.
    package var problem: ServerProblem {
        (try? JSONDecoder().decode(ServerProblem.self, from: body))
            ?? ServerProblem(
                code: "internal", detail: "The server responded with status \(status), without a reason.", errors: nil)
    }
}

/// Problem details as the server sends them.
package struct ServerProblem: Decodable, Sendable {
    struct Field: Decodable, Sendable {
        let pointer: String
        let detail: String
    }

    package let code: String
    let detail: String
    let errors: [Field]?

    /// The message for the user: the invalid fields, or else what to do.
    package var sentence: String {
        guard let errors, !errors.isEmpty else { return detail }
        return errors.map { "\($0.pointer.dropFirst()): \($0.detail)" }.joined(separator: "\n")
    }
}
