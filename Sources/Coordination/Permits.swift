/// A number of permits for concurrent work. One task waits for them, and hands them out.
package final class Permits: Sendable {
    /// The number of free permits.
    private let monitor: Monitor<Int, Void, Void>

    package init(_ count: Int) {
        monitor = Monitor(count)
    }

    /// The number of free permits; waits until there is at least one.
    package func available() async -> Int {
        await monitor.wait(as: (), ifCancelled: nil) { free, _ in free > 0 ? () : nil }
        return monitor.withLock { free, _ in free }
    }

    /// Takes free permits.
    package func take(_ count: Int) {
        monitor.withLock { free, _ in free -= count }
    }

    /// Returns a permit.
    package func release() {
        monitor.withLock { free, waiters in
            free += 1
            waiters.wakeFirst()
        }
    }
}
