import FairKitFrame
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Tells the connection table when a request begins and ends. At the limit, each connection closes after its response,
/// and so does one on which many requests were refused for their rate: pipelined ones would keep its event loop from
/// those of others.
final class FollowRequests: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let table: ConnectionTable
    private var connection: OpenConnection?
    private var inProgress = 0
    private var isStream = false
    private var refusals = 0

    /// How many requests of a connection are refused for their rate before it closes.
    private static let mostRefusals = 16

    init(_ table: ConnectionTable) {
        self.table = table
    }

    func handlerAdded(context: ChannelHandlerContext) { isStream = context.channel.isStream }

    func handlerRemoved(context: ChannelHandlerContext) {
        while inProgress > 0 { ended() }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head = unwrapInboundIn(data) {
            if connection == nil { connection = table.connection(of: context.channel) }
            inProgress += 1
            connection?.began()
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where closes(with: head.status):
            head.headerFields[.connection] = "close"
            // The next handler closes the connection once the response is written.
            context.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            if inProgress > 0 { ended() }
            context.write(data, promise: promise)
        case .head, .body: context.write(data, promise: promise)
        }
    }

    /// Whether the connection closes after a response.
    private func closes(with status: HTTPResponse.Status) -> Bool {
        guard status.kind != .informational, !isStream else { return false }
        if status == .tooManyRequests { refusals += 1 }
        return table.isFull || refusals >= FollowRequests.mostRefusals
    }

    private func ended() {
        inProgress -= 1
        connection?.ended(at: .now())
    }
}
