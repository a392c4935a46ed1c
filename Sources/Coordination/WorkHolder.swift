import CTraps
package import FoundationEssentials

/// The holder whose work a thread or a task does. If a fault ends the process meanwhile, it is recorded for the holder.
/// See decision 0151.
package struct WorkHolder: Sendable {
    /// The only stored property: the signal handler reads it out of the task.
    private let holder: TrapHolder

    @TaskLocal private static var ofTask = WorkHolder.none

    /// Work that belongs to no holder.
    package static let none = WorkHolder(holder: TrapHolder())

    private init(holder: TrapHolder) {
        self.holder = holder
    }

    package init(_ id: UUID) {
        holder = TrapHolder(id: id.uuid)
    }

    /// The holder of the running task.
    package static var current: WorkHolder { ofTask }

    /// Runs work of the holder on this thread.
    @discardableResult
    package func onThread<T, Failure: Error>(_ work: () throws(Failure) -> T) throws(Failure) -> T {
        let earlier = traps_set_holder(holder)
        defer { traps_set_holder(earlier) }
        return try work()
    }

    /// Runs work of the holder in this task, on whatever threads.
    package func inTask<T: Sendable>(
        isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> T
    ) async rethrows -> T {
        try await WorkHolder.$ofTask.withValue(self, operation: work)
    }

    /// From now on, a fault in the work of a holder is appended to a file. See `traps_record_in`.
    package static func recordTraps(in path: String) {
        unsafe traps_record_in(path, Unmanaged.passUnretained($ofTask).toOpaque())
    }
}
