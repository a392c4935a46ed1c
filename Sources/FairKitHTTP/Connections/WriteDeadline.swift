package import NIOCore

/// Closes a connection, or a stream of one, that takes nothing of what is written to it for a time.
///
/// What is written goes on in pieces, so that a slow client, which takes a piece now and then, is told from one that takes nothing.
package final class WriteDeadline<Unit: Piecewise & Sendable>: ChannelOutboundHandler, RemovableChannelHandler {
    package typealias OutboundIn = Unit
    package typealias OutboundOut = Unit

    private let patience: TimeAmount
    private let onlyOfStreams: Bool
    private let stalled: @Sendable () -> Void
    private var unwritten = 0
    private var lastProgress = NIODeadline.distantPast
    private var check: Scheduled<Void>?
    private var isOn = true
    /// What was written last; it goes on with the next write or flush.
    private var held: (unit: Unit, promise: EventLoopPromise<Void>?)?
    /// Bytes that went on since the last write whose end is waited for.
    private var unfollowed = 0

    /// - Parameters:
    ///   - patience: how long nothing may be taken.
    ///   - onlyOfStreams: whether it leaves connections alone and heeds streams of HTTP/2, which have a window of their own.
    ///   - stalled: is called when it closes.
    package init(
        patience: TimeAmount = WriteDeadlines.patience, onlyOfStreams: Bool = false,
        stalled: @escaping @Sendable () -> Void = {}
    ) {
        self.patience = patience
        self.onlyOfStreams = onlyOfStreams
        self.stalled = stalled
    }

    package func handlerAdded(context: ChannelHandlerContext) {
        isOn = !onlyOfStreams || context.channel.isStream
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        check?.cancel()
        held?.promise?.fail(ChannelError.ioOnClosedChannel)
        held = nil
    }

    package func removeHandler(context: ChannelHandlerContext, removalToken: ChannelHandlerContext.RemovalToken) {
        passOn(context, isFollowed: false)
        context.leavePipeline(removalToken: removalToken)
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard isOn else { return context.write(data, promise: promise) }
        let unit = unwrapOutboundIn(data)
        guard unit.byteCount > WriteDeadlines.piece else { return hold(unit, promise, context) }
        var pieces = unit.pieces(of: WriteDeadlines.piece)
        let last = pieces.removeLast()
        for piece in pieces { hold(piece, nil, context) }
        hold(last, promise, context)
    }

    package func flush(context: ChannelHandlerContext) {
        passOn(context, isFollowed: true)
        context.flush()
        guard isOn, unwritten > 0, check == nil else { return }
        schedule(in: patience, context)
    }

    package func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        passOn(context, isFollowed: false)
        context.close(mode: mode, promise: promise)
    }

    /// To follow a write to its end takes several allocations, so of small ones only the last before each flush is followed.
    private func hold(_ unit: Unit, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        passOn(context, isFollowed: false)
        held = (unit, promise)
    }

    private func passOn(_ context: ChannelHandlerContext, isFollowed: Bool) {
        guard let (unit, promise) = held else { return }
        held = nil
        unfollowed += unit.byteCount
        guard isFollowed || unfollowed >= WriteDeadlines.piece else {
            return context.write(wrapOutboundOut(unit), promise: promise)
        }
        unfollowed = 0
        let written = promise ?? context.eventLoop.makePromise()
        // Its time begins with it, whatever was written long before.
        if unwritten == 0 { lastProgress = context.eventLoop.now }
        unwritten += 1
        written.futureResult.assumeIsolated().whenComplete { [self] _ in
            unwritten -= 1
            lastProgress = context.eventLoop.now
        }
        context.write(wrapOutboundOut(unit), promise: written)
    }

    private func schedule(in time: TimeAmount, _ context: ChannelHandlerContext) {
        check = context.eventLoop.assumeIsolated().scheduleTask(in: time) { [self] in
            check = nil
            guard unwritten > 0 else { return }
            let rest = lastProgress + patience - context.eventLoop.now
            guard rest <= .nanoseconds(0) else { return schedule(in: rest, context) }
            stalled()
            context.close(promise: nil)
        }
    }
}

/// The values that hold for each `WriteDeadline`.
package enum WriteDeadlines {
    /// How long a client may take nothing.
    package static let patience = TimeAmount.seconds(30)
    /// Bytes of a piece. A client that takes one in each such time is slow, and stays.
    package static let piece = 16 << 10
}

/// What can be written in pieces.
package protocol Piecewise {
    /// How many bytes of a body it has.
    var byteCount: Int { get }
    /// The same in pieces of so many bytes, one at least.
    func pieces(of size: Int) -> [Self]
}

extension IOData: Piecewise {
    package var byteCount: Int { readableBytes }

    package func pieces(of size: Int) -> [IOData] {
        guard case .byteBuffer(let buffer) = self else { return [self] }
        return buffer.pieces(of: size).map { .byteBuffer($0) }
    }
}

extension ByteBuffer {
    /// Slices of the same bytes, which are not copied; one at least.
    package func pieces(of size: Int) -> [ByteBuffer] {
        guard readableBytes > size else { return [self] }
        var rest = self
        var pieces: [ByteBuffer] = []
        while let piece = rest.readSlice(length: min(size, rest.readableBytes)), piece.readableBytes > 0 {
            pieces.append(piece)
        }
        return pieces
    }
}
