import Coordination
package import FairKitCore
import Synchronization

/// The time of a database that several servers share, so that they agree on what is due, whatever their own clocks say:
/// the server's monotonic clock, and how far the clock of the database is ahead of it.
///
/// It is never ahead of the clock of the database, so a time that one server has noted is past for a server that asks
/// the database afterwards. A step of two seconds or more is a clock that was set: see decision 0130.
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

    /// Learns what the database said: at some moment between the two it was that time there.
    /// - Parameters:
    ///   - asked: the value of `elapsed` before the database was asked.
    ///   - answered: the same when it had answered.
    package func learn(_ time: Timestamp, asked: Duration, answered: Duration) {
        let (earliest, latest) = (time.advanced(by: answered * -1), time.advanced(by: asked * -1))
        start.withLock { start in
            start = (start.isKnown && start.time <= latest ? max(start.time, earliest) : earliest, true)
        }
    }
}
