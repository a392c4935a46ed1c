import NIOCore

/// Tells a client that speaks HTTP without TLS to come by https: TLS itself would close its connection without a word.
final class AnswerWithoutTLS: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let text = "This port speaks https only. Begin the address with https://.\n"
    private static let answer = ByteBuffer(
        string:
            "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: \(text.utf8.count)\r\n"
            + "Connection: close\r\n\r\n\(text)")

    private var isAnswered = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // What comes behind the first bytes of such a client is read and dropped: a connection that is closed with bytes unread loses the answer.
        guard !isAnswered else { return }
        guard let first = unwrapInboundIn(data).readableBytesView.first,
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first)
        else {
            // A TLS record, or what TLS refuses.
            context.fireChannelRead(data)
            return context.pipeline.syncOperations.removeHandler(self, promise: nil)
        }
        isAnswered = true
        context.writeAndFlush(wrapOutboundOut(AnswerWithoutTLS.answer), promise: nil)
        context.close(mode: .output, promise: nil)
    }
}
