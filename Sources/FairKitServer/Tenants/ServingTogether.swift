import FairKitCore
import FairKitRuntime
import FairKitService
import FairKitStore
import Logging
import ServiceLifecycle

/// The parts that a server needs to share a database with other servers. One that has its data for itself needs none of
/// them, and its time is that of its own clock.
struct ServingTogether: Sendable {
    private struct Parts {
        let server: ServerRecord
        let leases: WorkLeases
        let time: DatabaseTime
    }

    private let parts: Parts?

    /// - Parameter server: this server, if it may share its database; nil: it has its data for itself.
    init(_ server: ServerRecord?) {
        let clock = ContinuousClock()
        parts = server.map { server in
            Parts(
                server: server, leases: WorkLeases(of: server.id, clock: clock),
                time: DatabaseTime(clock, until: systemTime))
        }
    }

    var leases: WorkLeases? { parts?.leases }
    var time: DatabaseTime? { parts?.time }

    /// The time of the database, or of this machine.
    var now: Now {
        guard let time = parts?.time else { return systemTime }
        return { time.now }
    }

    /// Asks the database for its time, before anything is written.
    func begin(with control: Control) async throws {
        guard let parts else { return }
        let asked = parts.time.elapsed
        let time = try await control.read { (tx) throws(DatabaseError) in try tx.databaseTime() }
        parts.time.learn(time, asked: asked, answered: parts.time.elapsed)
    }

    /// The service that runs beside the tenants, and ends after them.
    func service(_ tenants: OpenTenants, _ keys: SigningKeys, logger: Logger) -> (any Service)? {
        parts.map { parts in
            ServeBesideOthers(
                as: parts.server, control: tenants.installation.control, tenants: tenants, keys: keys,
                leases: parts.leases, time: parts.time, clock: ContinuousClock(), logger: logger)
        }
    }
}
