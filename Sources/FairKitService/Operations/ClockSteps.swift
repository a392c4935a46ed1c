import Coordination
import Synchronization

/// Remembers for an hour that the clock of the machine was set, for those who watch the server. See the decision `0057-a-clock-that-was-set-shows`.
package final class ClockSteps: Sendable {
    private struct Step {
        let size: Duration
        let since: Stopwatch
    }

    /// As long as it is shown.
    package static let shown = Duration.seconds(3600)

    private let clock: any Clock<Duration>
    private let last = Mutex<Step?>(nil)

    /// - Parameter clock: one that is never set.
    package init(_ clock: any Clock<Duration>) {
        self.clock = clock
    }

    /// The clock was set forward by so much; less than zero: back.
    package func note(_ size: Duration) {
        let step = Step(size: size, since: Stopwatch(clock))
        last.withLock { $0 = step }
    }

    /// By how much the clock was set within the last hour, the last time that it was; nil: it was not.
    package var recent: Duration? {
        last.withLock { step in
            if let noted = step, noted.since.elapsed >= ClockSteps.shown { step = nil }
            return step?.size
        }
    }
}
