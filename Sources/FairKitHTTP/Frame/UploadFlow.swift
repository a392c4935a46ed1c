import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Keeps a connection honest about request bodies.
///
/// `Expect: 100-continue` is answered when a route asks for the body, not before: a client whose key is refused does not
/// send its photo. A request that is answered before its body has arrived is drained up to 1 MB; then the connection closes. A stream
/// of HTTP/2 is drained up to 32 MB, more than any photo has: there are clients that read no answer before their body is sent.
package final class UploadFlow: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    package enum Event: Sendable {
        /// A route is about to read the body.
        case bodyWanted
        /// A route waits for something, and wants to know when nobody is there any more to be told.
        case tellClosing(@Sendable () -> Void)
    }

    private static let mostDrained = 1 << 20
    private static let mostDrainedOfStream = 32 << 20
    private static let expect = HTTPField.Name("Expect")

    private var expectsContinue = false
    private var isReceiving = false
    private var isAnswered = false
    private var drained = 0
    private var remaining: Int?
    private var isClosed = false
    private var isStream = false
    private var tellClosing: (@Sendable () -> Void)?

    package init() {}

    package func handlerAdded(context: ChannelHandlerContext) { isStream = context.channel.isStream }

    /// A client that shuts down its side is taken as gone, too: it sends nothing more, and next to none still listens.
    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { closed() }
        context.fireUserInboundEventTriggered(event)
    }

    package func channelInactive(context: ChannelHandlerContext) {
        closed()
        context.fireChannelInactive()
    }

    private func closed() {
        isClosed = true
        tellClosing?()
        tellClosing = nil
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            let expectation = UploadFlow.expect.flatMap { head.headerFields[$0] }
            expectsContinue = expectation?.lowercased() == "100-continue"
            remaining = head.headerFields[.contentLength].flatMap { Int($0) }
            isReceiving = true
            isAnswered = false
            drained = 0
        case .body(let buffer):
            expectsContinue = false
            remaining = remaining.map { $0 - buffer.readableBytes }
            if isAnswered {
                drained += buffer.readableBytes
                let most = isStream ? UploadFlow.mostDrainedOfStream : UploadFlow.mostDrained
                if drained > most { context.close(promise: nil) }
            }
        case .end:
            isReceiving = false
        }
        context.fireChannelRead(data)
    }

    package func triggerUserOutboundEvent(
        context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
    ) {
        switch event as? Event {
        case .bodyWanted:
            if expectsContinue {
                expectsContinue = false
                context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
            }
        case .tellClosing(let tell):
            if isClosed { tell() } else { tellClosing = tell }
        case nil:
            context.triggerUserOutboundEvent(event, promise: promise)
            return
        }
        promise?.succeed()
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard isReceiving else {
            context.write(data, promise: promise)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            if closesAfterAnswer { head.headerFields[.connection] = "close" }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body:
            context.write(data, promise: promise)
        case .end:
            isAnswered = true
            let closes = closesAfterAnswer
            context.writeAndFlush(data, promise: promise)
            if closes { context.close(mode: .output, promise: nil) }
        }
    }

    /// A client that waits for `100 Continue` never sends the body, and one that has much left is not worth waiting for.
    private var closesAfterAnswer: Bool {
        // A stream can't be closed in one direction alone.
        guard !isStream else { return false }
        return expectsContinue || remaining.map { $0 > UploadFlow.mostDrained } ?? false
    }
}
