import FairKitCore
package import FairKitService
package import FairKitStore
package import FairKitVault
import FoundationEssentials
import KeyRing
package import Logging

/// A real installation in a temporary directory, whose tenants are opened on request, with a manual clock.
package final class TenantHouse: Sendable {
    package let time = ManualTime()
    private let parent: String
    package let directory: DataDirectory
    package let installation: FileInstallation
    package let workers: ScanWorkerPool
    /// The file of its master key.
    package let keyFile: String

    package convenience init() async throws {
        let parent = FileManager.default.temporaryDirectory.path() + "fairkit-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        let keyFile = "\(parent)/master.key"
        try MasterKey.random().write(to: keyFile)
        try DataDirectory(path: "\(parent)/data").initialise { () throws(KeyError) in
            try MasterKey(contentsOf: keyFile)
        }
        try await self.init(in: parent)
    }

    /// Opens a copy of another house's files, as if its process had been killed.
    ///
    /// - Parameter change: changes the copy before it is opened.
    package convenience init(
        copyOf other: TenantHouse, _ change: (_ parent: String) throws -> Void = { _ in }
    ) async throws {
        let parent = FileManager.default.temporaryDirectory.path() + "fairkit-\(UUID().uuidString)"
        try FileManager.default.copyItem(atPath: other.parent, toPath: parent)
        try change(parent)
        try await self.init(in: parent)
    }

    private init(in parent: String) async throws {
        self.parent = parent
        directory = DataDirectory(path: "\(parent)/data")
        let keyFile = "\(parent)/master.key"
        self.keyFile = keyFile
        installation = try await FileInstallation.open(directory, at: time.now, keyFrom: .file(keyFile)) {
            () throws(KeyError) in try MasterKey(contentsOf: keyFile)
        }
        workers = ScanWorkerPool(worker: .built, count: 1, logger: .quiet)
        workers.stop()
    }

    deinit {
        installation.close()
        try? FileManager.default.removeItem(atPath: parent)
    }

    /// Opens its tenants with the given use cases.
    package func open(_ make: @escaping @Sendable (Store) -> TenantApp) -> OpenTenants {
        let now: Now = { [time] in time.now }
        return OpenTenants(installation, now: now, clock: StillClock(), logger: .quiet) { _, store in make(store) }
    }

    /// Replaces the key that signs the access tokens of its tenants.
    ///
    /// - Parameter keys: the server's signing keys.
    package func rotation(of keys: SigningKeys = SigningKeys()) -> RotateSigningKey {
        RotateSigningKey(control: installation.control, keys: keys, now: { [time] in time.now }, logger: .quiet)
    }

    /// Its tenants.
    ///
    /// - Parameter isServed: whether their background work runs, as in a server.
    package func tenants(running isServed: Bool = false) -> OpenTenants {
        open { [workers, time] store in
            let tenancy = Tenancy(
                store: store, workers: workers, passwords: .quick, zones: TimeZones(),
                settings: Tenancy.Settings(link: .example), now: { time.now },
                clock: StillClock())
            return TenantApp(tenancy, services: isServed ? [tenancy.bell, tenancy.feed] : [])
        }
    }
}

extension Logger {
    /// Logs nothing.
    package static var quiet: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }
}
