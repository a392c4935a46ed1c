package import NIOCore

/// Hands the bytes of a connection to the HTTP/1.1 parser in small slices, each one after the last was consumed.
///
/// A parsed request takes twenty times the memory of its bytes, and a parser parses everything that it gets: clients
/// that pipelined many requests without reading responses took more than a megabyte each. Slices are also fair, because
/// other connections get their turn in between. Bodies are passed on as they arrive.
package final class PacedReads: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = ByteBuffer
    package typealias InboundOut = ByteBuffer
    package typealias OutboundIn = Never

    /// Bytes of request headers per slice; the shortest possible request has eighteen.
    package static let slice = 512
    /// Most bytes of request headers that may wait. A socket delivers one buffer of 16 KB per read, but everything that
    /// it has once the client has shut down its side.
    package static let most = 256 << 10

    /// Bytes that are still to come of the body that is being received.
    package var bodyToCome = 0
    /// Whether a long body is being read or drained. Each buffer passes through all handlers, so fewer and larger ones
    /// are read.
    package var readsLong = false {
        didSet {
            guard readsLong != oldValue, let options = context?.channel.syncOptions else { return }
            try? options.setOption(.recvAllocator, value: readsLong ? PacedReads.long : PacedReads.short)
        }
    }
    /// Called when the client sends nothing more, however much still waits.
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
        // After one buffer the handlers are asked whether they want more.
        try? options.setOption(.maxMessagesPerRead, value: 1)
        try? options.setOption(.recvAllocator, value: PacedReads.short)
        // While it waits for the socket, a short response takes five times its bytes.
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

    /// Passes on slices while the handlers behind ask for them. They ask again when they learn that a read is complete,
    /// or later.
    ///
    /// - Parameter isSocketReading: whether the socket itself asks them after it reports a complete read.
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
            // A socket reports this by itself for what it has read.
            if !isSocketReading || waiting.readableBytes > 0 { context.channel.read() }
        }
        if waiting.readableBytes == 0, let event = inputClosed {
            inputClosed = nil
            context.fireUserInboundEventTriggered(event)
        }
    }
}
