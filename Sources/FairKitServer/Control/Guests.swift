import NIOCore
import Synchronization

/// Who is connected to a control socket.
package final class Guests: Sendable {
    private let count = Mutex(0)

    package init() {}

    /// Counts one connection for as long as it lasts.
    func counter() -> Counter { Counter(of: self) }

    /// Waits until nobody is connected, and no longer than a time.
    package func leave(within patience: Duration) async {
        let end = ContinuousClock.now + patience
        while count.withLock({ $0 > 0 }), ContinuousClock.now < end {
            try? await ContinuousClock().sleep(for: .milliseconds(10))
        }
    }

    /// Stands in a connection's pipeline.
    final class Counter: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = NIOAny

        private let guests: Guests

        fileprivate init(of guests: Guests) {
            self.guests = guests
        }

        func handlerAdded(context: ChannelHandlerContext) {
            guests.count.withLock { $0 += 1 }
        }

        func handlerRemoved(context: ChannelHandlerContext) {
            guests.count.withLock { $0 -= 1 }
        }
    }
}
