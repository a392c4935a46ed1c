import Synchronization

/// The progress of a long operation, and the request to stop it. The worker reports, the waiting side reads. An
/// operation that is not watched has none.
package final class WorkProgress: Sendable {
    /// The progress of the current task's operation.
    @TaskLocal package static var current: WorkProgress?

    /// How much is done, in the units of the operation: pages, entries and so on.
    package struct State: Equatable, Sendable {
        package fileprivate(set) var done = 0
        /// The known amount of work so far.
        package fileprivate(set) var all = 0
        package fileprivate(set) var isStopped = false

        /// 0 to 1; nil: unknown.
        package var fraction: Double? { all > 0 ? min(1, Double(done) / Double(all)) : nil }
    }

    private let state = Mutex(State())
    private let report: @Sendable (State) -> Void

    /// - Parameter report: called after each step.
    package init(_ report: @escaping @Sendable (State) -> Void = { _ in }) {
        self.report = report
    }

    /// Runs a part of watched work on another thread.
    package static func watching<T, Failure: Error>(
        _ progress: WorkProgress?, _ part: () throws(Failure) -> T
    ) throws(Failure) -> T {
        let outcome: Result<T, Failure> = $current.withValue(progress) {
            do throws(Failure) { return .success(try part()) } catch { return .failure(error) }
        }
        return try outcome.get()
    }

    package var now: State { state.withLock(\.self) }

    /// Adds to the known amount of work.
    package func expect(_ more: Int) { state.withLock { $0.all += more } }

    /// Reports more work done.
    package func did(_ some: Int) {
        let now = state.withLock { state in
            state.done += some
            return state
        }
        report(now)
    }

    /// Asks the operation to stop at its next step and to undo what it has begun.
    package func stop() { state.withLock { $0.isStopped = true } }
}
