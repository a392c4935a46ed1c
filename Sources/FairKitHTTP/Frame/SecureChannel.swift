package import HummingbirdCore
package import HummingbirdHTTP2
package import Logging
package import NIOCore
import NIOSSL
import NIOTLS

/// A connection with TLS that carries HTTP/2, or HTTP/1.1 where the client knows no other (ALPN, RFC 7301); whoever takes longer than ten
/// seconds for the handshake is let go.
package struct SecureChannel: HTTPChannelHandler {
    private let base: HTTP2UpgradeChannel

    package typealias Value = HTTP2UpgradeChannel.Value
    package var responder: Responder { base.responder }

    package init(_ base: HTTP2UpgradeChannel) {
        self.base = base
    }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        base.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let tls = try pipeline.handler(type: NIOSSLServerHandler.self)
            try pipeline.addHandler(AnswerWithoutTLS(), position: .before(tls))
            try pipeline.addHandlers([FlushBeforeClosing(), HandshakeDeadline()], position: .after(tls))
            return value
        }
    }

    package func handle(value: Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}

/// Sends what was written before a connection is closed. A server that stops closes one of HTTP/2 with the last frame of its last
/// stream: without this the frame, and so an answer, would be lost.
private final class FlushBeforeClosing: ChannelOutboundHandler {
    typealias OutboundIn = Any

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        context.flush()
        context.close(mode: mode, promise: promise)
    }
}

/// Closes a connection whose handshake does not end.
private final class HandshakeDeadline: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private static let most = TimeAmount.seconds(10)

    private var deadline: Scheduled<Void>?

    func handlerAdded(context: ChannelHandlerContext) {
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: HandshakeDeadline.most) {
            context.close(promise: nil)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        context.fireUserInboundEventTriggered(event)
        // Only then: once it is gone, it passes nothing on.
        if case .handshakeCompleted? = event as? TLSUserEvent {
            context.pipeline.syncOperations.removeHandler(self, promise: nil)
        }
    }
}
