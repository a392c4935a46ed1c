package import Coordination
package import FairKitCore

/// Runs lists, exports and the like on a few low-priority threads, with the tenants taking turns. See the decision
/// `0050-turns-of-tenants`.
package struct TenantScheduler: Sendable {
    private let executors: FairExecutors<TenantID>
    /// How many tasks of a tenant may wait when its next request arrives.
    private let most: Int

    /// - Parameters:
    ///   - threads: the threads.
    ///   - most: how many tasks of a tenant may wait.
    package init(on threads: FairThreadPool<TenantID>, most: Int = 512) {
        executors = FairExecutors(on: threads)
        self.most = most
    }

    /// One thread per core, with a priority that leaves them a tenth of a busy core.
    package static func forCores(_ count: Int) -> TenantScheduler {
        TenantScheduler(on: FairThreadPool(width: count, niceness: 10))
    }

    /// The executor for a streamed body.
    func anyExecutor(of tenant: TenantID) -> any TaskExecutor { executors.executor(of: tenant) }

    /// The executor for a tenant's work.
    ///
    /// - Throws: `Problem.busy` if too many of its tasks wait.
    func executor(of tenant: TenantID) throws(Problem) -> any TaskExecutor {
        let executor = executors.executor(of: tenant)
        guard executor.waiting < most else { throw .busy }
        return executor
    }
}
