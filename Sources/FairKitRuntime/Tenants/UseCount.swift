import FairKitCore
import Synchronization

/// Counts the users of an object, and knows when the last one left.
final class UseCount: Sendable {
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

    /// Since when there is no user; nil while there is one.
    var unusedSince: Timestamp? { state.withLock { $0.count == 0 ? $0.lastLeft : nil } }
}
