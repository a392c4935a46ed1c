import FairKitCore
import Synchronization

/// Counts who uses something, and knows when the last one left.
final class Visits: Sendable {
    private let state: Mutex<(count: Int, lastLeft: Timestamp)>
    private let now: Now

    init(now: @escaping Now) {
        self.now = now
        state = Mutex((0, now()))
    }

    func begin() { state.withLock { $0.count += 1 } }

    func end() {
        let now = now()
        state.withLock { $0 = ($0.count - 1, now) }
    }

    /// Since when nobody has been here; nil if somebody is.
    var vacantSince: Timestamp? { state.withLock { $0.count == 0 ? $0.lastLeft : nil } }
}
