import Coordination
import Synchronization

/// Remembers for an hour that the system clock was set, so that operators see it. See the decision
/// `0130-time-that-passed`.
package final class ClockSteps: Sendable {
    private struct Step {
        let size: Duration
        let since: Stopwatch
    }

    /// How long a step is shown.
    package static let shown = Duration.seconds(3600)

    private let clock: any Clock<Duration>
    private let last = Mutex<Step?>(nil)

    /// - Parameter clock: a monotonic clock.
    package init(_ clock: any Clock<Duration>) {
        self.clock = clock
    }

    /// Records that the clock was set forward by `size`; negative: back.
    package func record(_ size: Duration) {
        let step = Step(size: size, since: Stopwatch(clock))
        last.withLock { $0 = step }
    }

    /// The latest step within the last hour; nil: there was none.
    package var recent: Duration? {
        last.withLock { step in
            if let noted = step, noted.since.elapsed >= ClockSteps.shown { step = nil }
            return step?.size
        }
    }
}
