package import NIOCore

/// Closes a connection or HTTP/2 stream whose client reads nothing for a time.
///
/// Data is written in pieces, which tells a slow client, who takes a piece now and then, from one that reads nothing.
package final class WriteDeadline<Unit: Piecewise & Sendable>: ChannelOutboundHandler, RemovableChannelHandler {
    package typealias OutboundIn = Unit
    package typealias OutboundOut = Unit

    private let timeout: TimeAmount
    private let onlyOfStreams: Bool
    private let stalled: @Sendable () -> Void
    private var unwritten = 0
    private var lastProgress = NIODeadline.distantPast
    private var check: Scheduled<Void>?
    private var isOn = true
    /// Whether a route answers while it reads a body. Many clients read no answer before they have sent all.
    private var isReading = false
    /// The last write, which is passed on with the next write or flush.
    private var held: (unit: Unit, promise: EventLoopPromise<Void>?)?
    /// Bytes passed on since the last write whose completion is followed.
    private var unfollowed = 0

    /// - Parameters:
    ///   - timeout: how long a client may read nothing.
    ///   - onlyOfStreams: applies to HTTP/2 streams, which have their own window, but not to connections.
    ///   - stalled: called when it closes one.
    package init(
        timeout: TimeAmount = WriteDeadlines.timeout, onlyOfStreams: Bool = false,
        stalled: @escaping @Sendable () -> Void = {}
    ) {
        self.timeout = timeout
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
        schedule(in: timeout, context)
    }

    package func triggerUserOutboundEvent(
        context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
    ) {
        guard let event = event as? WriteDeadlines.Reading else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        isReading = event == .begins
        lastProgress = context.eventLoop.now
        promise?.succeed()
    }

    package func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        passOn(context, isFollowed: false)
        context.close(mode: mode, promise: promise)
    }

    /// Following a write to its completion takes several allocations, so of small writes only the last before a flush
    /// is followed.
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
        // The time limit starts with this write, however old earlier ones are.
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
            guard !isReading else { return schedule(in: timeout, context) }
            let rest = lastProgress + timeout - context.eventLoop.now
            guard rest <= .nanoseconds(0) else { return schedule(in: rest, context) }
            stalled()
            context.close(promise: nil)
        }
    }
}

/// The constants of `WriteDeadline`, and its event.
package enum WriteDeadlines {
    /// A route begins to read a body while it answers, or has read it: in between, the client may read nothing.
    package enum Reading: Sendable { case begins, ends }

    /// How long a client may read nothing.
    package static let timeout = TimeAmount.seconds(30)
    /// Bytes per piece. A client that takes one piece within the limit is slow, but stays connected.
    package static let piece = 16 << 10
}

/// Data that can be written in pieces.
package protocol Piecewise {
    /// The number of body bytes.
    var byteCount: Int { get }
    /// Splits into pieces of `size` bytes, at least one.
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
    /// Slices of the same storage without copying, at least one.
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
