package import FairKitCore
package import FairKitRuntime
package import FairKitService
package import FairKitStore
package import FairKitVault
import FoundationEssentials
import KeyRing
package import Logging
import PostgresSupport

/// A real installation, in a temporary directory or a database, whose tenants are opened on request, with a manual clock.
package final class TenantHouse: Sendable {
    package let time = ManualTime()
    private let parent: String
    package let directory: DataDirectory
    package let installation: any Installation
    private let database: TestDatabase?
    package let workers: ScanWorkerPool
    /// The file of its master key.
    package let keyFile: String

    package convenience init() async throws {
        let parent = FileManager.default.temporaryDirectory.path() + "fairkit-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        let keyFile = "\(parent)/master.key"
        try MasterKey.random().write(to: keyFile)
        var database: TestDatabase?
        switch TestEngine.current {
        case .files:
            try DataDirectory(path: "\(parent)/data").initialise { () throws(KeyError) in
                try MasterKey(contentsOf: keyFile)
            }
        case .postgres:
            let new = try TestDatabase()
            try DatabaseInstallation.create(in: new.pool, at: ManualTime().now) { () throws(KeyError) in
                try MasterKey(contentsOf: keyFile)
            }
            database = new
        }
        try await self.init(in: parent, database)
    }

    /// Opens a copy of another house's data, as if its process had been killed.
    ///
    /// - Parameter change: changes the copy of its directory before it is opened.
    package convenience init(
        copyOf other: TenantHouse, _ change: (_ parent: String) throws -> Void = { _ in }
    ) async throws {
        let parent = FileManager.default.temporaryDirectory.path() + "fairkit-\(UUID().uuidString)"
        try FileManager.default.copyItem(atPath: other.parent, toPath: parent)
        try change(parent)
        try await self.init(in: parent, other.database.map { try TestDatabase(copyOf: $0) })
    }

    private init(in parent: String, _ database: TestDatabase?) async throws {
        self.parent = parent
        self.database = database
        directory = DataDirectory(path: "\(parent)/data")
        let keyFile = "\(parent)/master.key"
        self.keyFile = keyFile
        let (time, key) = (time, { () throws(KeyError) in try MasterKey(contentsOf: keyFile) })
        if let database {
            installation = try await DatabaseInstallation.open(
                database.pool, server: ServerDirectory(directory), keyFrom: .file(keyFile), now: { time.now },
                masterKey: key)
        } else {
            installation = try await FileInstallation.open(
                directory, at: time.now, keyFrom: .file(keyFile), masterKey: key)
        }
        workers = ScanWorkerPool(worker: .built, count: 1, logger: .quiet)
        workers.stop()
    }

    /// Whether the data or the key of a tenant exists.
    package func holds(_ tenant: Tenant) -> Bool {
        installation.isThere(folder: installation.newFolder(for: tenant))
    }

    /// The same installation, for what is about files.
    package var files: FileInstallation { get throws(WithoutFiles) { try installation.files(for: .reserve) } }

    deinit {
        installation.close()
        try? FileManager.default.removeItem(atPath: parent)
    }

    /// Opens its tenants with the given use cases.
    ///
    /// - Parameters:
    ///   - other: takes the place of its installation.
    ///   - traps: the traps of earlier servers.
    package func open(
        in other: (any Installation)? = nil, traps: TenantTraps? = nil,
        _ make: @escaping @Sendable (Store) -> TenantApp
    ) -> OpenTenants {
        let now: Now = { [time] in time.now }
        return OpenTenants(
            other ?? installation, traps: traps, now: now, clock: StillClock(), logger: .quiet
        ) { _, store in
            make(store)
        }
    }

    /// Replaces the key that signs the access tokens of its tenants.
    ///
    /// - Parameter keys: the server's signing keys.
    package func rotation(of keys: SigningKeys = SigningKeys()) -> RotateSigningKey {
        RotateSigningKey(control: installation.control, keys: keys, now: { [time] in time.now }, logger: .quiet)
    }

    /// Its tenants.
    ///
    /// - Parameters:
    ///   - other: takes the place of its installation.
    ///   - traps: the traps of earlier servers.
    ///   - isServed: whether their background work runs, as in a server.
    package func tenants(
        in other: (any Installation)? = nil, traps: TenantTraps? = nil, running isServed: Bool = false
    ) -> OpenTenants {
        open(in: other, traps: traps) { [workers, time] store in
            let tenancy = Tenancy(
                store: store, workers: workers, passwords: .quick, zones: TimeZones(),
                settings: Tenancy.Settings(link: .example), now: { time.now },
                clock: StillClock())
            return TenantApp(tenancy, services: isServed ? [tenancy.waiters, tenancy.feed] : [])
        }
    }
}

extension Logger {
    /// Logs nothing.
    package static var quiet: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }
}
