import NIOCore

/// Answers a client that speaks plain HTTP to a TLS port, and tells it to use HTTPS. TLS itself would just close the
/// connection.
final class AnswerWithoutTLS: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let text = "This port accepts HTTPS only. Begin the address with https://.\n"
    private static let answer = ByteBuffer(
        string:
            "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: \(text.utf8.count)\r\n"
            + "Connection: close\r\n\r\n\(text)")

    private let answered: @Sendable () -> Void
    private var isAnswered = false

    /// - Parameter answered: called for each such client.
    init(answered: @escaping @Sendable () -> Void) {
        self.answered = answered
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Later bytes of such a client are read and dropped: closing a connection with unread bytes loses the response.
        guard !isAnswered else { return }
        guard let first = unwrapInboundIn(data).readableBytesView.first,
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first)
        else {
            // A TLS record, or bytes that TLS refuses.
            context.fireChannelRead(data)
            return context.pipeline.syncOperations.removeHandler(self, promise: nil)
        }
        isAnswered = true
        answered()
        context.writeAndFlush(wrapOutboundOut(AnswerWithoutTLS.answer), promise: nil)
        context.close(mode: .output, promise: nil)
    }
}
