package import HummingbirdCore
package import HummingbirdHTTP2
package import Logging
package import NIOCore
import NIOSSL
import NIOTLS

/// A TLS connection with HTTP/2, or HTTP/1.1 if the client does not support it (ALPN, RFC 7301). A handshake may take
/// ten seconds.
package struct SecureChannel: HTTPChannelHandler {
    private let base: HTTP2UpgradeChannel
    private let withoutTLS: @Sendable () -> Void

    package typealias Value = HTTP2UpgradeChannel.Value
    package var responder: Responder { base.responder }

    /// - Parameter withoutTLS: called for each client that speaks plain HTTP to this port.
    package init(_ base: HTTP2UpgradeChannel, withoutTLS: @escaping @Sendable () -> Void) {
        self.base = base
        self.withoutTLS = withoutTLS
    }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        base.setup(channel: channel, logger: logger).flatMapThrowing { [withoutTLS] value in
            let pipeline = channel.pipeline.syncOperations
            let tls = try pipeline.handler(type: NIOSSLServerHandler.self)
            try pipeline.addHandler(AnswerWithoutTLS(answered: withoutTLS), position: .before(tls))
            try pipeline.addHandlers([FlushBeforeClosing(), HandshakeDeadline()], position: .after(tls))
            return value
        }
    }

    package func handle(value: Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}

/// Flushes pending writes before a connection is closed. A stopping server closes an HTTP/2 connection with the last
/// frame of its last stream; without a flush that frame, and so a response, would be lost.
private final class FlushBeforeClosing: ChannelOutboundHandler {
    typealias OutboundIn = Any

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        context.flush()
        context.close(mode: mode, promise: promise)
    }
}

/// Closes a connection whose handshake does not finish.
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
        // Only after the handshake: once removed, this handler passes nothing on.
        if case .handshakeCompleted? = event as? TLSUserEvent {
            context.pipeline.syncOperations.removeHandler(self, promise: nil)
        }
    }
}
