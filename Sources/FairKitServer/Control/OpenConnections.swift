import NIOCore
import Synchronization

/// Counts the open connections of a control socket.
package final class OpenConnections: Sendable {
    private let count = Mutex(0)

    package init() {}

    /// Counts one connection for as long as it lasts.
    func counter() -> Counter { Counter(of: self) }

    /// Waits until every connection is closed, and no longer than a time.
    package func drain(within patience: Duration) async {
        let end = ContinuousClock.now + patience
        while count.withLock({ $0 > 0 }), ContinuousClock.now < end {
            try? await ContinuousClock().sleep(for: .milliseconds(10))
        }
    }

    /// Stands in a connection's pipeline.
    final class Counter: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = NIOAny

        private let connections: OpenConnections

        fileprivate init(of connections: OpenConnections) {
            self.connections = connections
        }

        func handlerAdded(context: ChannelHandlerContext) {
            connections.count.withLock { $0 += 1 }
        }

        func handlerRemoved(context: ChannelHandlerContext) {
            connections.count.withLock { $0 -= 1 }
        }
    }
}
