import Synchronization

/// Places for work that goes on at the same time. One task waits for them, and gives them out.
final class Slots: Sendable {
    private struct State {
        var free: Int
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state: Mutex<State>

    init(_ count: Int) {
        state = Mutex(State(free: count))
    }

    /// How many are free: one at least, for which it waits.
    func free() async -> Int {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.free == 0 { state.waiter = continuation }
                return state.free > 0
            }
            if isFree { continuation.resume() }
        }
        return state.withLock { $0.free }
    }

    func take(_ count: Int) {
        state.withLock { $0.free -= count }
    }

    func giveBack() {
        let waiter = state.withLock { state in
            state.free += 1
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }
}
