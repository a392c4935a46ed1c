import Coordination
import FairKitCore
package import FairKitService
package import FairKitStore
package import Logging
import ServiceLifecycle

/// The service of a server that lets several serve one database: it shares out the work that is done once, follows the
/// others' commits, their changes of the list of tenants and of signing keys, and the clock of the database.
///
/// See decision 0121.
package struct ServeBesideOthers: Service {
    private let server: ServerRecord
    private let control: Control
    private let tenants: OpenTenants
    private let keys: SigningKeys
    private let leases: WorkLeases
    private let time: DatabaseTime
    private let clock: any Clock<Duration>
    private let logger: Logger

    /// How long after a commit of another server this one knows of it at the latest, while the database answers.
    package static let interval = Duration.seconds(1)

    package init(
        as server: ServerRecord, control: Control, tenants: OpenTenants, keys: SigningKeys, leases: WorkLeases,
        time: DatabaseTime, clock: any Clock<Duration>, logger: Logger
    ) {
        self.server = server
        self.control = control
        self.tenants = tenants
        self.keys = keys
        self.leases = leases
        self.time = time
        self.clock = clock
        self.logger = logger
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { loops in
                loops.addTask { await again(Renewal()) { (past) in try await share(&past) } }
                loops.addTask { await again(()) { _ in try await follow() } }
                loops.addTask { await again(()) { _ in await tenants.followCommits() } }
            }
        }
        leases.end()
        // The others need not wait until the leases end. If the database does not answer, they do.
        try? await control.write { [server] (tx) throws(DatabaseError) in try tx.endLeases(of: server) }
    }

    /// Does something every second. A failure is logged when it begins, and its end.
    private func again<Past>(_ start: Past, _ work: (inout Past) async throws -> Void) async {
        var (past, fails) = (start, false)
        while !Task.isCancelled {
            do {
                try await work(&past)
                if fails { logger.notice("this server follows the other servers of its database again") }
                fails = false
            } catch {
                if !fails, !(error is CancellationError) {
                    logger.error(
                        "this server can't follow the other servers of its database; it tries again",
                        metadata: ["error": "\(error)"])
                }
                fails = true
            }
            try? await clock.sleep(for: ServeBesideOthers.interval)
        }
    }

    /// When the leases of this server were renewed.
    package struct Renewal: Sendable {
        fileprivate var last: Duration?

        package init() {}
    }

    /// Takes work that no server does, renews leases, and gives back what is more than this server's share.
    package func share(_ renewal: inout Renewal) async throws(DatabaseError) {
        let asked = self.time.elapsed
        let (board, time) = try await control.read { (tx) throws(DatabaseError) in
            (try tx.leaseBoard(), try tx.databaseTime())
        }
        self.time.learn(time, asked: asked, answered: self.time.elapsed)
        tenants.installation.follow(othersAreThere: !board.servers.subtracting([server.id]).isEmpty)
        var change = LeaseChange(
            of: server.id, on: board, needed: await tenants.neededWork, givenBackBefore: leases.givenBackBefore)
        let isDue = renewal.last.map { leases.elapsed - $0 >= SharedWork.renewal } ?? true
        guard isDue || change != LeaseChange() else { return }
        change.givenBack = leases.release(change.givenBack)
        let began = leases.elapsed
        let held = try await control.write { [server, change] (tx) throws(DatabaseError) in
            try tx.renewLeases(of: server, changing: change)
        }
        renewal.last = began
        if held == nil, !leases.isReplaced {
            logger.error(
                "another server of this database has the id of this one: stop one, remove the file server.id from its directory, and start it again"
            )
        }
        leases.learn(held.map { Set($0.map(\.work)) }, asked: began)
    }

    /// Learns how other servers changed the list of tenants and the signing keys.
    package func follow() async throws(DatabaseError) {
        try await keys.follow(control)
        try await tenants.follow()
    }
}
