import Synchronization

/// How far long work has come, and whether it is to stop: told by whoever works, asked by whoever waits. Work that nobody watches has none.
package final class WorkProgress: Sendable {
    /// That of the work which this task does.
    @TaskLocal package static var current: WorkProgress?

    /// How much is done, in pages or entries or whatever the work counts.
    package struct State: Hashable, Sendable {
        package fileprivate(set) var done = 0
        /// What is known so far that there is to do.
        package fileprivate(set) var all = 0
        package fileprivate(set) var isStopped = false

        /// 0 to 1; nil: it is not known.
        package var fraction: Double? { all > 0 ? min(1, Double(done) / Double(all)) : nil }
    }

    private let state = Mutex(State())
    private let told: @Sendable (State) -> Void

    /// - Parameter told: is called when some more is done.
    package init(_ told: @escaping @Sendable (State) -> Void = { _ in }) {
        self.told = told
    }

    /// Does a part of watched work on another thread.
    package static func watching<T, Failure: Error>(
        _ progress: WorkProgress?, _ part: () throws(Failure) -> T
    ) throws(Failure) -> T {
        let outcome: Result<T, Failure> = $current.withValue(progress) {
            do throws(Failure) { return .success(try part()) } catch { return .failure(error) }
        }
        return try outcome.get()
    }

    package var now: State { state.withLock(\.self) }

    /// There is so much more to do.
    package func expect(_ more: Int) { state.withLock { $0.all += more } }

    /// So much more is done.
    package func did(_ some: Int) {
        let now = state.withLock { state in
            state.done += some
            return state
        }
        told(now)
    }

    /// Has the work stop at its next step, and take back what it has begun.
    package func stop() { state.withLock { $0.isStopped = true } }
}
