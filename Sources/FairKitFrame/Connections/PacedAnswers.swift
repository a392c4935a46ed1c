import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Begins a request of a connection after the answer to the one before it, and after a pause if the client does not wait
/// for answers (pipelining), or was refused for its rate.
///
/// Otherwise hundreds of connections that send thousands of requests, and read nothing, would keep each event loop from a
/// critical result for seconds: their short answers fit into the buffers of the kernel. Decision 0047
/// bounds the rest of what a connection costs.
package final class PacedAnswers: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    /// How many requests of a connection may come before the answer to the one before them, without a pause.
    package static let free = 16
    /// The pause before each further one.
    package static let pause = TimeAmount.milliseconds(200)
    /// The pause after the first answer 429 of a connection; it grows by as much with each.
    package static let pauseOfRefused = TimeAmount.milliseconds(25)

    /// Parts that wait: one slice of the parser's input at most, since no more is read meanwhile.
    private var waiting: CircularBuffer<HTTPRequestPart> = []
    private var isAnswering = false
    private var isReadWanted = false
    private var pause: Scheduled<Void>?
    private var pipelined = 0
    private var refusals = 0
    private var isRefused = false
    private var inputClosed: Any?

    package init() {}

    package func handlerRemoved(context: ChannelHandlerContext) { pause?.cancel() }

    package func channelInactive(context: ChannelHandlerContext) {
        pause?.cancel()
        waiting = []
        context.fireChannelInactive()
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if case .head = part, isAnswering || pause != nil { return waiting.append(part) }
        guard waiting.isEmpty else { return waiting.append(part) }
        pass(part, context)
    }

    package func read(context: ChannelHandlerContext) {
        isReadWanted = !waiting.isEmpty
        if waiting.isEmpty { context.read() }
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event as? ChannelEvent == .inputClosed, !waiting.isEmpty else {
            return context.fireUserInboundEventTriggered(event)
        }
        inputClosed = event
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part = unwrapOutboundIn(data)
        context.write(data, promise: promise)
        switch part {
        case .head(let head): isRefused = head.status == .tooManyRequests
        case .body: break
        case .end: answered(context)
        }
    }

    private func answered(_ context: ChannelHandlerContext) {
        isAnswering = false
        var time = TimeAmount.zero
        if isRefused {
            refusals += 1
            time = .nanoseconds(PacedAnswers.pauseOfRefused.nanoseconds * Int64(refusals))
        } else if case .head? = waiting.first {
            pipelined += 1
            if pipelined > PacedAnswers.free { time = PacedAnswers.pause }
        }
        guard time > .zero else { return passNext(context) }
        pause = context.eventLoop.assumeIsolated().scheduleTask(in: time) { [self] in
            pause = nil
            passNext(context)
        }
    }

    /// Passes on the next request, or what has come of it.
    private func passNext(_ context: ChannelHandlerContext) {
        guard pause == nil, !waiting.isEmpty else { return }
        while let part = waiting.first {
            // An answer that came at once may have begun a pause.
            if case .head = part, isAnswering || pause != nil { break }
            waiting.removeFirst()
            pass(part, context)
        }
        context.fireChannelReadComplete()
        guard waiting.isEmpty else { return }
        if isReadWanted {
            isReadWanted = false
            context.read()
        }
        if let event = inputClosed {
            inputClosed = nil
            context.fireUserInboundEventTriggered(event)
        }
    }

    private func pass(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
        if case .head = part { isAnswering = true }
        context.fireChannelRead(wrapInboundOut(part))
    }
}
