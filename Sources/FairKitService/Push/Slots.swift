import Synchronization

/// A semaphore that limits concurrent work. One task waits for slots and takes them; any task gives one back.
final class Slots: Sendable {
    private struct State {
        var free: Int
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state: Mutex<State>

    init(_ count: Int) {
        state = Mutex(State(free: count))
    }

    /// Waits until a slot is free, and returns how many are.
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

    /// Takes slots that are free.
    func take(_ count: Int) {
        state.withLock { $0.free -= count }
    }

    /// Gives one slot back.
    func giveBack() {
        let waiter = state.withLock { state in
            state.free += 1
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }
}
