import Coordination
package import FairKitCore
import FairKitService
package import FairKitStore
import Synchronization

/// The time that has surely passed, for what can't be undone: it follows no clock that is set forward, until an operator
/// confirms the clock. While no server ran, at most a day is believed to have passed.
///
/// See decision 0130.
package final class PassedTime: Sendable {
    private let system: Now
    private let time: TenantTime
    private let saved = Mutex<SeenClock?>(nil)

    /// The most time that is believed to have passed without a person's word.
    package static let believed = Duration.seconds(86_400)
    /// How often what is believed is stored.
    private static let beat = Duration.seconds(600)

    /// - Parameters:
    ///   - system: the time that may be set.
    ///   - clock: a monotonic clock.
    package init(of system: @escaping Now, by clock: any Clock<Duration>) {
        self.system = system
        time = TenantTime(of: system, by: clock)
    }

    /// Never later than the system's time.
    package var now: Timestamp { min(time.now, system()) }

    /// How far the clock is ahead of it.
    package var ahead: Duration { max(.zero, time.step()) }

    /// How far the clock is ahead, if a person has to confirm it.
    package var doubt: Duration? { ahead > PassedTime.believed ? ahead : nil }

    /// Learns what the server believed when it ran last. It runs before anything is due.
    package func begin(with control: Control) async throws(DatabaseError) {
        let seen = try await control.read { (tx) throws(DatabaseError) in try tx.seenClock() }
        let now = system()
        time.follow(from: nil)
        guard let seen else { return }
        let away = seen.at.distance(to: now)
        let unbelieved = away > PassedTime.believed ? away - PassedTime.believed : min(.zero, away)
        move(by: .zero - max(.zero, seen.ahead + unbelieved))
    }

    /// Goes back with the clock if it was set back, and stores what is believed when that changed, or after a while. If
    /// another server has confirmed the clock, this one believes it as well.
    package func look(_ control: Control, always: Bool = false) async throws(DatabaseError) {
        if time.step() < .zero { move(by: time.step()) }
        let (last, found) = (saved.withLock { $0 }, SeenClock(at: system(), ahead: ahead))
        if let last, !always, last.at.distance(to: found.at) < PassedTime.beat,
            last.ahead - found.ahead < .seconds(2), found.ahead - last.ahead < .seconds(2)
        {
            return
        }
        let isConfirmed = try await control.write { (tx) throws(DatabaseError) in
            if let last, let stored = try tx.seenClock(), stored.ahead < .seconds(2),
                last.ahead >= stored.ahead + .seconds(2)
            {
                return true
            }
            try tx.setSeenClock(found)
            return false
        }
        saved.withLock { $0 = isConfirmed ? nil : found }
        if isConfirmed { move(by: time.step()) }
    }

    /// Believes the clock, because an operator says that it is right.
    /// - Returns: how far it was ahead.
    package func confirm(_ control: Control) async throws(DatabaseError) -> Duration {
        let (before, found) = (ahead, SeenClock(at: system(), ahead: .zero))
        try await control.write { (tx) throws(DatabaseError) in try tx.setSeenClock(found) }
        saved.withLock { $0 = found }
        move(by: time.step())
        return before
    }

    private func move(by step: Duration) { time.begin(at: time.origin?.advanced(by: step)) }
}
