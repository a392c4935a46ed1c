import FairKitAPI
import HTTPTypes
package import Hummingbird
package import NIOCore

/// Responds to the parts of a batch of requests.
package struct PartResponder: Sendable {
    private let responder: RouterResponder<FairKitContext>

    package init(_ router: Router<FairKitContext>) {
        responder = router.buildResponder()
    }

    /// - Parameter whole: the call of the whole request.
    package func respond(to request: Request, of whole: Call) async throws -> PartResponse {
        let source = ApplicationRequestContextSource(channel: whole.context.channel, logger: whole.context.logger)
        return try await PartResponse(
            try await responder.respond(to: request, context: FairKitContext(source: source)))
    }
}

/// The response to one part.
package struct PartResponse {
    struct Head: JSONBody {
        let status: Int
        let headers: [String: String]
    }

    private let head: Head
    private let body: ByteBuffer

    /// Headers about the connection, or equal for all parts.
    private static let left: [HTTPField.Name] = [.contentLength, .transferEncoding, .connection, .date]

    fileprivate init(_ response: Response) async throws {
        var headers: [String: String] = [:]
        for field in response.headers where !PartResponse.left.contains(field.name) {
            headers[field.name.rawName] = field.value
        }
        head = Head(status: response.status.code, headers: headers)
        let collected = Collected()
        try await response.body.write(CollectBody(into: collected))
        body = collected.bytes
    }

    package func write(to json: inout ByteBuffer) {
        var head = ByteBuffer(json: head)
        guard body.readableBytes > 0 else {
            json.writeBuffer(&head)
            return
        }
        // The body stands as the route wrote it, before the head's brace.
        json.writeImmutableBuffer(head.getSlice(at: head.readerIndex, length: head.readableBytes - 1) ?? head)
        json.writeString(#","body":"#)
        json.writeImmutableBuffer(body)
        json.writeString("}")
    }
}

/// The bytes of a response.
private final class Collected {
    var bytes = ByteBuffer()
}

private struct CollectBody: ResponseBodyWriter {
    private let collected: Collected

    init(into collected: Collected) {
        self.collected = collected
    }

    func write(_ buffer: ByteBuffer) { collected.bytes.writeImmutableBuffer(buffer) }
    consuming func finish(_ trailingHeaders: HTTPFields?) {}
}
