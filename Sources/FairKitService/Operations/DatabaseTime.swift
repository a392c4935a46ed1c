import Coordination
package import FairKitCore
import Synchronization

/// The time of a database that several servers share, so that they agree on what is due, whatever their own clocks say:
/// the server's monotonic clock, and how far the clock of the database is ahead of it.
///
/// Small differences are made up slowly. A difference of two seconds or more is a clock that was set: then the time
/// steps. See decision 0046.
package final class DatabaseTime: Sendable {
    private let stopwatch: Stopwatch
    /// The time of the database when the stopwatch started, and whether that is known.
    private let start: Mutex<(time: Timestamp, isKnown: Bool)>

    /// - Parameters:
    ///   - clock: a monotonic clock.
    ///   - local: tells the time until the database has told it.
    package init(_ clock: any Clock<Duration>, until local: Now) {
        stopwatch = Stopwatch(clock)
        start = Mutex((local(), false))
    }

    /// The time now.
    package var now: Timestamp {
        let elapsed = stopwatch.elapsed
        return start.withLock(\.time).advanced(by: elapsed)
    }

    /// The time on the server's own clock, for `learn`.
    package var elapsed: Duration { stopwatch.elapsed }

    /// Learns what the database said.
    /// - Parameters:
    ///   - asked: the value of `elapsed` before the database was asked.
    ///   - answered: the same when it had answered.
    package func learn(_ time: Timestamp, asked: Duration, answered: Duration) {
        let doubt = (answered - asked) / 2
        let found = time.advanced(by: (asked + doubt) * -1)
        start.withLock { start in
            let step = start.time.distance(to: found)
            let size = step < .zero ? .zero - step : step
            if !start.isKnown || size >= DatabaseTime.leastStep + doubt {
                start = (found, true)
            } else {
                start.time = start.time.advanced(by: max(.zero - DatabaseTime.most, min(step, DatabaseTime.most)))
            }
        }
    }

    /// Smaller differences are normal.
    private static let leastStep = Duration.seconds(2)
    /// The most by which the time changes at once, unless it steps.
    private static let most = Duration.milliseconds(10)
}
