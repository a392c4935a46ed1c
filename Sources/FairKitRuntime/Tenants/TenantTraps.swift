import Coordination
package import FairKitCore
package import FairKitVault
package import Logging
import Synchronization

/// The faults in the work of tenants that ended servers of a data directory, until they are a day old or an operator
/// clears them. See decision 0151.
package final class TenantTraps: Sendable {
    private let file: TrapFile
    private let isRecorded: Bool
    private let traps: Mutex<[Trap]>

    /// Reads the traps of earlier servers.
    ///
    /// - Parameter isRecorded: whether traps of this process are recorded. If not, it leaves no tenant closed: a trap ends
    ///   a command only.
    package init(in directory: DataDirectory, isRecorded: Bool, at now: Timestamp, logger: Logger) {
        file = TrapFile(in: directory)
        self.isRecorded = isRecorded
        traps = Mutex([])
        if isRecorded { WorkHolder.recordTraps(in: file.path) }
        do throws(StoreError) {
            let all = try file.traps()
            let current = Trap.current(of: all, at: now)
            traps.withLock { $0 = current }
            if isRecorded, current.count < all.count { try file.replace(with: current) }
        } catch {
            logger.error(
                "the file of traps can't be used, so a tenant whose work ends the server is not left closed",
                metadata: ["error": "\(error)"])
        }
        for trap in traps.withLock(\.self) {
            logger.warning(
                "the work of a tenant has ended the server by a trap. Keep the log and the core dump of that time, and report them",
                metadata: ["tenant": "\(trap.tenant)", "at": "\(trap.at)"])
        }
    }

    /// The two traps of a tenant within an hour that leave it closed; nil: there are none.
    func pair(of tenant: TenantID) -> Trap.Pair? {
        isRecorded ? traps.withLock { Trap.pair(of: tenant, in: $0) } : nil
    }

    func hasAny(of tenant: TenantID) -> Bool { traps.withLock { $0.contains { $0.tenant == tenant } } }

    /// How many count at a time.
    package func count(at now: Timestamp) -> Int { traps.withLock { Trap.current(of: $0, at: now).count } }

    /// Forgets the traps of a tenant. It blocks.
    func clear(_ tenant: TenantID) throws(StoreError) {
        let others = traps.withLock { traps in
            traps.removeAll { $0.tenant == tenant }
            return traps
        }
        try file.replace(with: others)
    }
}
