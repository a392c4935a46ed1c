import NIOCore
import Synchronization

/// Counts the open connections of the control socket.
package final class OpenConnections: Sendable {
    private let count = Mutex(0)

    package init() {}

    /// Counts one connection while it is open.
    func counter() -> Counter { Counter(of: self) }

    /// Waits until all connections are closed, at most for a time.
    package func drain(within timeout: Duration) async {
        let end = ContinuousClock.now + timeout
        while count.withLock({ $0 > 0 }), ContinuousClock.now < end {
            try? await ContinuousClock().sleep(for: .milliseconds(10))
        }
    }

    /// A channel handler that counts its connection.
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
