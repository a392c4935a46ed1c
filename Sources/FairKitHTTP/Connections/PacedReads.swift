package import NIOCore

/// Hands the bytes of a connection to the parser of HTTP/1.1 in small slices, the next one when the last one was taken.
///
/// A parsed request takes twenty times the memory of its bytes, and a parser parses all that it is given: of clients that send many
/// requests and read no answer each took more than a megabyte. It is fair, too: other connections have their turn between two slices. A body
/// is handed on as it comes.
package final class PacedReads: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = ByteBuffer
    package typealias InboundOut = ByteBuffer
    package typealias OutboundIn = Never

    /// Bytes of heads that are handed on at once; the shortest possible request has eighteen.
    package static let slice = 512
    /// Bytes of heads that may wait. A socket gives no more than one buffer of 16 KB before it is asked again, but all it has once the client
    /// has shut down its side.
    package static let most = 256 << 10

    /// Bytes of the body that is being received which are known to come.
    package var bodyToCome = 0
    /// Whether a long body is received that is read, or thrown away, as it comes: each buffer of it costs a way through all handlers, so fewer
    /// and larger ones are read.
    package var readsLong = false {
        didSet {
            guard readsLong != oldValue, let options = context?.channel.syncOptions else { return }
            try? options.setOption(.recvAllocator, value: readsLong ? PacedReads.long : PacedReads.short)
        }
    }
    /// Is called when the client sends nothing more, however much waits to be handed on.
    package var onInputClosed: (() -> Void)?

    private var waiting = ByteBuffer()
    private var isAsked = false
    private var isHanding = false
    private var inputClosed: Any?
    private var context: ChannelHandlerContext?

    private static var short: any RecvByteBufferAllocator {
        AdaptiveRecvByteBufferAllocator(minimum: 1024, initial: 2048, maximum: 16_384)
    }
    private static var long: any RecvByteBufferAllocator { FixedSizeRecvByteBufferAllocator(capacity: 65_536) }

    package init() {}

    package func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    package func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        guard let options = context.channel.syncOptions else { return }
        // One buffer is read before the handlers are asked whether they want more.
        try? options.setOption(.maxMessagesPerRead, value: 1)
        try? options.setOption(.recvAllocator, value: PacedReads.short)
        // A short answer takes five times its bytes while it waits for the socket.
        try? options.setOption(
            .writeBufferWaterMark, value: ChannelOptions.Types.WriteBufferWaterMark(low: 4096, high: 16_384))
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        if waiting.readableBytes == 0 { waiting = bytes } else { waiting.writeBuffer(&bytes) }
        isAsked = true
        if waiting.readableBytes > PacedReads.most + bodyToCome { context.close(promise: nil) }
    }

    package func channelReadComplete(context: ChannelHandlerContext) {
        if waiting.readableBytes == 0 {
            context.fireChannelReadComplete()
        } else {
            handOn(context, isSocketReading: true)
        }
    }

    package func read(context: ChannelHandlerContext) {
        guard waiting.readableBytes > 0 else { return context.read() }
        isAsked = true
        handOn(context, isSocketReading: false)
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed {
            onInputClosed?()
            if waiting.readableBytes > 0 {
                inputClosed = event
                return
            }
        }
        context.fireUserInboundEventTriggered(event)
    }

    package func channelInactive(context: ChannelHandlerContext) {
        waiting = ByteBuffer()
        context.fireChannelInactive()
    }

    /// Hands slices on for as long as they are asked for. The handlers behind ask again when they are told that a read is complete, or later.
    /// - Parameter isSocketReading: whether the socket asks them itself, once it is told that its read is complete.
    private func handOn(_ context: ChannelHandlerContext, isSocketReading: Bool) {
        guard !isHanding else { return }
        isHanding = true
        defer { isHanding = false }
        while isAsked, waiting.readableBytes > 0 {
            isAsked = false
            let count = min(max(PacedReads.slice, bodyToCome), waiting.readableBytes)
            guard let slice = waiting.readSlice(length: count) else { break }
            if waiting.readableBytes == 0 { waiting = ByteBuffer() }
            context.fireChannelRead(wrapInboundOut(slice))
            context.fireChannelReadComplete()
            // A socket does this by itself for what it has read.
            if !isSocketReading || waiting.readableBytes > 0 { context.channel.read() }
        }
        if waiting.readableBytes == 0, let event = inputClosed {
            inputClosed = nil
            context.fireUserInboundEventTriggered(event)
        }
    }
}
