import HTTPTypes
package import NIOCore
import NIOHTTP1
package import NIOHTTPTypes

/// Manages the request bodies of a connection.
///
/// `Expect: 100-continue` is answered when a route asks for the body, not before: a client whose key is refused does
/// not send its photo.
///
/// A request that gets its response before its body has arrived is drained for at most ten seconds, with pauses. If
/// little of the body is left, the connection then serves the next request. Otherwise the server shuts down its side
/// after the response and drains up to 32 MB, more than any photo. Some clients read no response before they have sent
/// their body, and closing a connection while bytes arrive resets it, which loses the response.
package final class UploadFlow: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    package enum Event: Sendable {
        /// A route is about to read the body.
        case bodyWanted
        /// The same for a body that may be long, for which the route holds a slot.
        case longBodyWanted
        /// The same for a route that answers while it reads: the connection goes on after the answer, however much of the
        /// body is still to come when the answer begins.
        case streamWanted
        /// A route waits, and wants to know when the client is gone.
        case notifyClosing(@Sendable () -> Void)
    }

    /// Most bytes of a body that are drained to keep the connection.
    private static let mostDrained = 1 << 20
    /// Most bytes that are drained so that the client reads the response.
    private static let mostDrainedAtEnd = 32 << 20
    /// How long a body is drained.
    package static let drainTime = TimeAmount.seconds(10)
    /// Bytes that are drained before a pause, and the length of the pause: 3.2 MB a second. A client that sends one
    /// refused photo after another must not take the event loops from others.
    package static let (drainPiece, drainPause) = (65_536, TimeAmount.milliseconds(20))
    private static let expect = HTTPField.Name("Expect")

    private var expectsContinue = false
    private var isReceiving = false
    private var isAnswered = false
    /// Whether the answer begins while the body is read.
    private var isStreamed = false
    private var drained = 0
    /// Bytes that were drained since the last pause.
    private var drainedInPiece = 0
    private var pause: Scheduled<Void>?
    /// Whether the handlers behind asked for more during the pause.
    private var isAskedInPause = false
    private var remaining: Int?
    /// Requests without a response. Only if it is one, a written response belongs to the request that is being
    /// received.
    private var outstanding = 0
    private var isClosed = false
    private var isStream = false
    /// Whether the connection ends after the written response; later bytes are only drained.
    private var isEnding = false
    private var drainDeadline: Scheduled<Void>?
    private var reads: PacedReads?
    private var notifyClosing: (@Sendable () -> Void)?

    package init() {}

    package func handlerAdded(context: ChannelHandlerContext) {
        isStream = context.channel.isStream
        let pipeline = context.pipeline.syncOperations
        // HTTP/2 streams have no parser of their own.
        guard let parser = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) else { return }
        let reads = PacedReads()
        reads.onInputClosed = { [weak self] in self?.closed() }
        do {
            try pipeline.addHandler(reads, position: .before(parser))
            self.reads = reads
        } catch {
            // Never continue without the parser.
            context.close(promise: nil)
        }
    }

    package func handlerRemoved(context: ChannelHandlerContext) { stopDraining() }

    /// A client that shuts down its side counts as gone, too: it sends nothing more, and hardly any such client still
    /// listens.
    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { closed() }
        context.fireUserInboundEventTriggered(event)
    }

    package func channelInactive(context: ChannelHandlerContext) {
        stopDraining()
        closed()
        context.fireChannelInactive()
    }

    private func closed() {
        isClosed = true
        notifyClosing?()
        notifyClosing = nil
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Bytes after the last request are ignored.
        if isEnding, !isReceiving { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            outstanding += 1
            let expectation = UploadFlow.expect.flatMap { head.headerFields[$0] }
            expectsContinue = expectation?.lowercased() == "100-continue"
            remaining = head.headerFields[.contentLength].flatMap { Int($0) }
            isReceiving = true
            isAnswered = false
            isStreamed = false
            drained = 0
        case .body(let buffer):
            expectsContinue = false
            remaining = remaining.map { $0 - buffer.readableBytes }
            // No route reads the rest.
            guard !isAnswered else { return drain(buffer, context) }
        case .end:
            isReceiving = false
            remaining = nil
            reads?.readsLong = false
            endPause(context)
            if !isEnding { stopDraining() }
        }
        reads?.bodyToCome = isReceiving ? remaining ?? 0 : 0
        context.fireChannelRead(data)
    }

    package func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        // The handlers behind ask for nothing while they hold parts that no route has read.
        if isAnswered, isReceiving { read(context: context) }
    }

    package func read(context: ChannelHandlerContext) {
        if pause == nil { context.read() } else { isAskedInPause = true }
    }

    private func drain(_ buffer: ByteBuffer, _ context: ChannelHandlerContext) {
        reads?.bodyToCome = remaining ?? 0
        drained += buffer.readableBytes
        pauseAfter(buffer.readableBytes, context)
        if drained > UploadFlow.mostDrainedAtEnd { return context.close(promise: nil) }
        guard drained > UploadFlow.mostDrained, !isStream, !isEnding else { return }
        isEnding = true
        context.close(mode: .output, promise: nil)
    }

    private func pauseAfter(_ count: Int, _ context: ChannelHandlerContext) {
        drainedInPiece += count
        guard drainedInPiece >= UploadFlow.drainPiece, pause == nil else { return }
        drainedInPiece = 0
        pause = context.eventLoop.assumeIsolated().scheduleTask(in: UploadFlow.drainPause) { [self] in
            endPause(context)
        }
    }

    private func endPause(_ context: ChannelHandlerContext) {
        pause?.cancel()
        pause = nil
        guard isAskedInPause else { return }
        isAskedInPause = false
        context.read()
    }

    private func beginDraining(_ context: ChannelHandlerContext) {
        drainDeadline?.cancel()
        drainDeadline = context.eventLoop.assumeIsolated().scheduleTask(in: UploadFlow.drainTime) {
            context.close(promise: nil)
        }
        drainedInPiece = 0
        if isLong { reads?.readsLong = true }
        read(context: context)
    }

    private func stopDraining() {
        drainDeadline?.cancel()
        drainDeadline = nil
        pause?.cancel()
        pause = nil
    }

    /// Whether enough is left to read it in larger buffers.
    private var isLong: Bool { remaining.map { $0 > 16_384 } ?? true }

    package func triggerUserOutboundEvent(
        context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
    ) {
        switch event as? Event {
        case .longBodyWanted where isReceiving && isLong && outstanding == 1,
            .streamWanted where isReceiving && isLong && outstanding == 1:
            reads?.readsLong = true
            fallthrough
        case .bodyWanted, .longBodyWanted, .streamWanted:
            if case .streamWanted = event as? Event, outstanding == 1 { isStreamed = true }
            if expectsContinue, outstanding == 1 {
                expectsContinue = false
                context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
            }
        case .notifyClosing(let notify):
            if isClosed { notify() } else { notifyClosing = notify }
        case nil:
            context.triggerUserOutboundEvent(event, promise: promise)
            return
        }
        promise?.succeed()
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part = unwrapOutboundIn(data)
        defer { if case .end = part { outstanding -= 1 } }
        guard isReceiving, outstanding == 1 else { return context.write(data, promise: promise) }
        switch part {
        case .head(var head):
            if closesAfterAnswer, !isStreamed { head.headerFields[.connection] = "close" }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body:
            context.write(data, promise: promise)
        case .end:
            isAnswered = true
            isEnding = closesAfterAnswer
            context.writeAndFlush(data, promise: promise)
            if isEnding { context.close(mode: .output, promise: nil) }
            beginDraining(context)
        }
    }

    /// A client that waits for `100 Continue` will not send the body, and draining a long rest is not worth it.
    private var closesAfterAnswer: Bool {
        // A stream can't be closed in one direction only.
        guard !isStream else { return false }
        return expectsContinue || remaining.map { $0 > UploadFlow.mostDrained } ?? false
    }
}
