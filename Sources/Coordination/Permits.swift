/// A number of permits for work that goes on at the same time. One task waits for them, and hands them out.
package final class Permits: Sendable {
    /// How many are free.
    private let monitor: Monitor<Int, Void, Void>

    package init(_ count: Int) {
        monitor = Monitor(count)
    }

    /// How many are free: one at least, for which it waits.
    package func available() async -> Int {
        await monitor.wait(as: (), ifCancelled: nil) { free, _ in free > 0 ? () : nil }
        return monitor.withLock { free, _ in free }
    }

    /// Takes permits that are free.
    package func take(_ count: Int) {
        monitor.withLock { free, _ in free -= count }
    }

    /// Gives a permit back.
    package func giveBack() {
        monitor.withLock { free, waiters in
            free += 1
            waiters.wakeFirst()
        }
    }
}
