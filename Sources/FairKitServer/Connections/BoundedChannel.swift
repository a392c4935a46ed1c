import FairKitFrame
import HummingbirdCore
import Logging
import NIOCore

/// A connection that counts toward the limits, and is closed when its client reads nothing. Its tasks run on its event
/// loop.
struct BoundedChannel<Base: HTTPChannelHandler>: HTTPChannelHandler {
    let base: Base
    let table: ConnectionTable

    typealias Value = Base.Value
    var responder: Responder { base.responder }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        base.setup(channel: channel, logger: logger).flatMapThrowing { [table] value in
            let deadline = WriteDeadline<IOData> { table.logStall() }
            try channel.pipeline.syncOperations.addHandlers(
                [AdmitConnection(table), deadline], position: .first)
            try channel.syncOptions?.setOption(BoundedChannel.unsent, value: 128 << 10)
            return value
        }
    }

    func handle(value: Value, logger: Logger) async {
        await withTaskExecutorPreference(LoopExecutor(value.channel.eventLoop)) {
            await base.handle(value: value, logger: logger)
        }
    }

    /// `TCP_NOTSENT_LOWAT`: limits the unsent bytes that the kernel buffers. Otherwise an unread response fills
    /// megabytes of kernel memory, and no deadline runs meanwhile.
    private static var unsent: ChannelOptions.Types.SocketOption { .tcpOption(NIOBSDSocket.Option(rawValue: 25)) }
}

/// Admits a connection if its address is below its limit.
private final class AdmitConnection: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private let table: ConnectionTable

    init(_ table: ConnectionTable) {
        self.table = table
    }

    func channelActive(context: ChannelHandlerContext) {
        guard table.admit(context.channel) else { return context.close(promise: nil) }
        context.fireChannelActive()
    }
}
