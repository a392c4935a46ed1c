import ServiceLifecycle
import Synchronization

/// Wakes claims that wait, after the commit of what they wait for. Nothing depends on it but speed: a claim that misses a
/// ring finds the delivery when it looks again.
package final class AlertBell: Sendable {
    private struct Waiter {
        let number: Int
        let group: String
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var rings = 0
        var isStopped = false
        var lastNumber = 0
        /// First come, first woken.
        var waiters: [Waiter] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// How often it has rung: to be read before looking for deliveries, so that a ring in between is not missed.
    var rings: Int { state.withLock { $0.rings } }

    /// The server is stopping; nobody waits any more.
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Wakes as many waiters of each group as there are new deliveries in it.
    package func ring(_ count: Int) {
        guard count > 0 else { return }
        let woken = state.withLock { state in
            state.rings += 1
            var left: [String: Int] = [:]
            var woken: [Waiter] = []
            state.waiters.removeAll { waiter in
                let rest = left[waiter.group, default: count]
                left[waiter.group] = max(0, rest - 1)
                if rest > 0 { woken.append(waiter) }
                return rest > 0
            }
            return woken
        }
        for waiter in woken { waiter.continuation.resume() }
    }

    /// Returns at the next ring after `seen`, when the time is over, when the task is cancelled, or when the server stops.
    func wait(in group: String, since seen: Int, atMost limit: Duration, clock: any Clock<Duration>) async {
        await withGracefulShutdownHandler {
            await withTaskGroup { tasks in
                tasks.addTask { await self.wait(in: group, since: seen) }
                tasks.addTask { try? await clock.sleep(for: limit) }
                await tasks.next()
                tasks.cancelAll()
            }
        } onGracefulShutdown: {
            self.stop()
        }
    }

    private func wait(in group: String, since seen: Int) async {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isWaiting = state.withLock { state in
                    guard state.rings == seen, !state.isStopped, !Task.isCancelled else { return false }
                    state.waiters.append(Waiter(number: number, group: group, continuation: continuation))
                    return true
                }
                if !isWaiting { continuation.resume() }
            }
        } onCancel: {
            wake { $0.number == number }
        }
    }

    private func stop() {
        state.withLock { $0.isStopped = true }
        wake { _ in true }
    }

    private func wake(_ isMeant: @Sendable (Waiter) -> Bool) {
        let woken = state.withLock { state in
            defer { state.waiters.removeAll(where: isMeant) }
            return state.waiters.filter(isMeant)
        }
        for waiter in woken { waiter.continuation.resume() }
    }
}
