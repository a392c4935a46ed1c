package import Coordination
package import FairKitCore

/// Whose turn it is: what reads and encodes lists, exports and the like runs on a few threads of its own, in turns of the tenants, and
/// gives way to what runs at once. See the decision `0050-turns-of-tenants`.
package struct TenantTurns: Sendable {
    private let lanes: FairLanes<TenantID>
    /// How many pieces of work of a tenant may wait when another request of it comes.
    private let most: Int

    /// - Parameters:
    ///   - threads: what runs on them.
    ///   - most: how many pieces of work of a tenant may wait.
    package init(on threads: FairThreads<TenantID>, most: Int = 512) {
        lanes = FairLanes(on: threads)
        self.most = most
    }

    /// As many threads as there are cores, which give way by as much as leaves a tenth of a busy core to them.
    package static func forCores(_ count: Int) -> TenantTurns {
        TenantTurns(on: FairThreads(width: count, niceness: 10))
    }

    /// Where a body runs that is written as it comes.
    func anyLane(of tenant: TenantID) -> any TaskExecutor { lanes.lane(of: tenant) }

    /// Where what a tenant asks for runs.
    /// - Throws: `Problem.busy`: as much of it waits as may.
    func lane(of tenant: TenantID) throws(Problem) -> any TaskExecutor {
        let lane = lanes.lane(of: tenant)
        guard lane.waiting < most else { throw .busy }
        return lane
    }
}
