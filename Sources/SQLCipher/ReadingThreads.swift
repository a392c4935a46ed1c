import Dispatch
import Synchronization

/// The threads on which all databases of a process read: so many at most, however many databases there are.
///
/// A read that finds all of them busy waits for the first that is free, in the order in which they came.
package final class ReadingThreads: Sendable {
    private struct State {
        var idle: [DispatchQueue]
        var waiting: [@Sendable () -> Void] = []
    }

    private let state: Mutex<State>

    /// Enough that thirty tenants can keep both of their readers busy with what takes its time, and keys are looked up meanwhile.
    package static let ofProcess = ReadingThreads(width: 64)

    /// - Parameter width: how many there are at most; each is there while it has something to do.
    package init(width: Int) {
        state = Mutex(State(idle: (1...width).map { DispatchQueue(label: "fairkit.reader.\($0)") }))
    }

    /// Whether somebody waits for one.
    package var areScarce: Bool { state.withLock { !$0.waiting.isEmpty } }

    /// Runs the work on a thread that is free, or as soon as one is.
    func run(_ work: @escaping @Sendable () -> Void) {
        let queue = state.withLock { state -> DispatchQueue? in
            if let queue = state.idle.popLast() { return queue }
            state.waiting.append(work)
            return nil
        }
        guard let queue else { return }
        queue.async { self.go(on: queue, first: work) }
    }

    private func go(on queue: DispatchQueue, first: @Sendable () -> Void) {
        first()
        while let next = next(on: queue) { next() }
    }

    /// - Returns: nil if nobody waits; then the queue is idle.
    private func next(on queue: DispatchQueue) -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.idle.append(queue)
            return nil
        }
    }
}
