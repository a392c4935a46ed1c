package import FairKitCore
package import FairKitRuntime
package import FairKitService
package import FairKitStore
import FairKitVault
import FoundationEssentials
import KeyRing
import PostgresSupport
package import ServiceLifecycle

/// A PostgreSQL database that several servers of this process serve.
package final class SharedHouse: Sendable {
    /// It is dropped with this house.
    private let made: TestDatabase
    private let database: DatabaseLocation
    private let key: MasterKey
    private let parent: String

    package init() throws {
        made = try TestDatabase()
        database = try DatabaseLocation(made.address, password: nil)
        let key = try MasterKey.random()
        self.key = key
        parent = FileManager.default.temporaryDirectory.path() + "fairkit-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try database.create(at: SharedHouse.now()) { () throws(KeyError) in key }
    }

    deinit { try? FileManager.default.removeItem(atPath: parent) }

    /// The time of the database, which runs on this machine.
    package static let now: Now = { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }

    /// Starts a server. Nothing runs beside it: a test calls what a service would do.
    /// - Parameters:
    ///   - name: the name of its directory.
    ///   - lag: how far its time is behind at first.
    ///   - ahead: how far the clock of its machine is ahead of that of the database.
    ///   - once: its work that is done once for each tenant.
    package func server(
        _ name: String, lag: Duration = .zero, ahead: Duration = .zero,
        once: @escaping @Sendable (Tenancy) -> [any Service] = { _ in [] }
    ) async throws -> SharedServer {
        let directory = try ServerDirectory(DataDirectory(path: "\(parent)/\(name)"))
        let key = key
        let own: Now = { SharedHouse.now().advanced(by: ahead) }
        let installation = try await database.open(server: directory, keyFrom: .given, now: own) {
            () throws(KeyError) in key
        }
        return try SharedServer(installation, lag, once)
    }
}

/// One of the servers of a database, with a monotonic clock that a test advances.
package final class SharedServer: Sendable {
    package let installation: DatabaseInstallation
    package let tenants: OpenTenants
    package let keys = SigningKeys()
    package let leases: WorkLeases
    package let clock = ManualClock()
    /// The service by which it serves beside others.
    package let together: ServeBesideOthers

    fileprivate init(
        _ installation: DatabaseInstallation, _ lag: Duration, _ once: @escaping @Sendable (Tenancy) -> [any Service]
    ) throws {
        struct Alone: Error {}
        guard let record = installation.servingAs else { throw Alone() }
        let workers = ScanWorkerPool(worker: .built, count: 1, logger: .quiet)
        workers.stop()
        let leases = WorkLeases(of: record.id, clock: clock)
        let clock = clock
        let time = DatabaseTime(ContinuousClock(), until: { SharedHouse.now().advanced(by: .zero - lag) })
        let now: Now = { time.now }
        let tenants = OpenTenants(installation, leases: leases, now: now, clock: clock, logger: .quiet) {
            tenant, store in
            let tenancy = Tenancy(
                store: store, workers: workers, passwords: .quick, zones: TimeZones(),
                settings: Tenancy.Settings(link: AccountLink(publicURL: nil, tenant: tenant.name)),
                databaseTime: time, now: now, clock: clock)
            return TenantApp(
                tenancy, leadership: Leadership(.tenant(tenant.id), by: leases),
                services: [tenancy.waiters, tenancy.feed, PeerCommitWatcher(tenancy)]
            ) { once(tenancy) }
        }
        self.installation = installation
        self.leases = leases
        self.tenants = tenants
        together = ServeBesideOthers(
            as: record, control: installation.control, tenants: tenants, keys: keys, leases: leases,
            time: time, clock: clock, logger: .quiet)
    }

    deinit { installation.closeAtOnce() }

    /// Looks at the leases, and renews its own.
    package func share() async throws {
        var renewal = ServeBesideOthers.Renewal()
        try await together.share(&renewal)
    }
}
