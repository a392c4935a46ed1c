import Coordination
package import FairKitCore
package import FairKitVault
import FoundationEssentials
import KeyRing
import PostgreSQL
package import Relational
import Synchronization

/// The tenants in the schemas of a PostgreSQL database, as one server sees them. A tenant's folder is the name of its schema.
package final class DatabaseInstallation: Installation {
    /// The connections to the database, which all tenants share.
    let pool: ConnectionPool
    /// The directory of this server.
    package let server: ServerDirectory
    package let control: Control
    package let servingAs: ServerRecord?
    package let warnings: [String]
    let masterKeys: Mutex<MasterKeys>
    let now: Now
    private let watch: KeptAnswer<ServerHealth>
    /// The size that the database may have, in bytes; nil: any.
    private let allowedSize: Int?
    let stores: OpenStores
    private let news: CommitNews
    let atOpening = Mutex<(rotation: RotationAtOpening, erasures: [UnendedErasure])>((.ended(oldKey: nil), []))

    package var directory: DataDirectory { server.directory }
    package var rotationAtOpening: RotationAtOpening { atOpening.withLock(\.rotation) }
    package var erasuresUnended: [UnendedErasure] { atOpening.withLock(\.erasures) }
    /// A database without room refuses all writes.
    package var isDiskFull: Bool { false }

    init(
        _ pool: ConnectionPool, server: ServerDirectory, as id: ServerID, startedAt: Timestamp, control: Control,
        masterKeys: MasterKeys, warnings: [ServerFinding], allowing size: Int?, now: @escaping Now
    ) {
        self.pool = pool
        let stores = OpenStores()
        self.stores = stores
        news = CommitNews(pool, of: id) { stores.logCommitOfOthers(folder: $0) }
        self.server = server
        servingAs = ServerRecord(
            id: id, name: ProcessInfo.processInfo.hostName, newestSchema: SchemaSteps.tenant.newest,
            startedAt: startedAt)
        self.control = control
        self.masterKeys = Mutex(masterKeys)
        self.warnings = warnings.map(\.description)
        self.now = now
        allowedSize = size
        watch = KeptAnswer(for: .seconds(10), clock: ContinuousClock()) {
            try await onBlockingThread { () throws(StoreError) in
                do throws(SchemaError) {
                    return try pool.owning { (session) throws(SchemaError) in
                        do throws(DatabaseError) { return try session.health() } catch {
                            throw .database(error)
                        }
                    }
                } catch { throw StoreError(error) }
            }
        }
    }

    package func follow(othersAreThere: Bool) { news.follow(othersAreThere: othersAreThere) }

    /// Looked at every ten seconds at most. A server that does not answer has no warnings: it is not ready.
    package func databaseWarnings() async -> [DatabaseWarning] {
        (try? await watch.value())?.warnings(allowing: allowedSize) ?? []
    }

    package func storageUse() async -> StorageUse {
        StorageUse(disk: server.directory.disk, database: (try? await watch.value())?.size)
    }

    package func newFolder(for tenant: Tenant) -> String { PostgresLocation(tenant: tenant.id.bytes).schema }

    /// Opens a tenant's schema, and upgrades it first. It blocks while it reads.
    package func open(folder: String, observer: DatabaseObserver) throws(StoreError) -> Store {
        let keys = try keys(of: folder)
        let location = try location(of: folder)
        try owning { (session) throws(SchemaError) in try session.upgrade(location, by: .tenant) }
        let store = try Store.open(
            location, in: pool, keys: keys, anchor: try server.anchor(ofTenant: folder),
            observer: observer.telling(news, of: folder))
        stores.add(store, folder: folder)
        return store
    }

    package func close(_ store: Store) {
        store.close()
        stores.remove(store)
    }

    /// Creates a tenant's schema, role and keys.
    package func make(folder: String) throws(StoreError) {
        let (location, master) = (try location(of: folder), masterKeys.withLock(\.current))
        let wrapped = try mapping(StoreError.key) { () throws(KeyError) in
            try TenantKeys(key: .random(), audit: .random(tenant: folder)).file(tenant: folder, wrappedBy: master)
        }
        try owning { (session) throws(SchemaError) in try session.make(location, by: .tenant) }
        try writing { [now] (tx) throws(DatabaseError) in
            try tx.insertWrappedKeys(wrappedKeys: wrapped, of: folder, at: now())
        }
    }

    /// A schema that stays because of a failure belongs to no tenant.
    package func remove(folder: String) {
        try? destroyKey(folder: folder)
        try? drop(folder: folder)
    }

    package func files(for work: WorkOnFiles) throws(WithoutFiles) -> FileInstallation {
        switch work {
        case .backup: throw .backup
        case .reserve: throw WithoutFiles("PostgreSQL keeps this store, so it needs no disk space of its own.")
        }
    }

    package func close() {
        news.close()
        for store in stores.all { close(store) }
        control.close()
    }

    package func closeAtOnce() {
        for store in stores.all { store.closeAtOnce() }
        control.close()
    }
}

/// The open stores of an installation, by folder.
final class OpenStores: Sendable {
    private let stores = Mutex<[String: Store]>([:])

    var all: [Store] { stores.withLock { Array($0.values) } }

    func add(_ store: Store, folder: String) { stores.withLock { $0[folder] = store } }

    func remove(_ store: Store) { stores.withLock { stores in stores = stores.filter { $0.value !== store } } }

    /// Lets those look again who wait for commits to a tenant, if it is open.
    func logCommitOfOthers(folder: String) { stores.withLock { $0[folder] }?.commits.addOfOthers() }
}

extension WithoutFiles {
    static let backup = WithoutFiles(
        "PostgreSQL keeps this store, so its operators back it up: by a base backup and the archive of its log. To keep one "
            + "tenant, run fairkit tenant export.")
}

extension DatabaseInstallation {
    /// The schema and the role of a tenant.
    func location(of folder: String) throws(StoreError) -> PostgresLocation {
        guard let location = PostgresLocation(tenantSchema: folder) else {
            throw .server(
                reason: "The list of tenants names the schema \(folder), which is not one of FairKit's. Report this.")
        }
        return location
    }

    /// A tenant's keys. During a change of the master key, either of the two opens them.
    func keys(of folder: String) throws(StoreError) -> TenantKeys {
        let wrapped = try reading { (tx) throws(DatabaseError) in try tx.wrappedKeys(of: folder) }
        let masters = masterKeys.withLock(\.self)
        return try mapping(StoreError.key) { () throws(KeyError) in
            guard let wrapped else { throw .tenantKeyMissing(path: keyLocation(of: folder)) }
            return try masters.unwrapping(wrapped, of: folder)
        }
    }

    func reading<T: Sendable>(
        _ body: @escaping @Sendable (borrowing ReadTransaction) throws(DatabaseError) -> T
    ) throws(StoreError) -> T {
        do { return try control.engine.readBlocking(body) } catch { throw .database(schema: "control", error) }
    }

    func writing<T: Sendable>(
        _ body: @escaping @Sendable (borrowing WriteTransaction) throws(DatabaseError) -> T
    ) throws(StoreError) -> T {
        do { return try control.engine.writeBlocking(body) } catch { throw .database(schema: "control", error) }
    }

    /// Runs a closure on a connection of the user that owns all schemas. It blocks.
    @discardableResult
    func owning<T>(_ body: (PostgresSession) throws(SchemaError) -> T) throws(StoreError) -> T {
        try DatabaseInstallation.owning(pool, body)
    }
}

extension StoreError {
    init(_ error: SchemaError) {
        switch error {
        // The server may answer again in a moment.
        case .database(let failure): self = .database(schema: PostgresLocation.control.schema, failure)
        case .missing, .exists, .foreign, .newer, .rights, .busy, .step: self = .server(reason: error.description)
        }
    }
}

/// The name of the location of a tenant's wrapped keys in errors.
func keyLocation(of folder: String) -> String { "the row \(folder) of the table wrapped_key in the schema control" }

extension MasterKeys {
    /// Unwraps keys with whichever of the master keys fits.
    func unwrapping(_ wrapped: [UInt8], of label: String) throws(KeyError) -> TenantKeys {
        func opened(by master: MasterKey) throws(KeyError) -> TenantKeys {
            try TenantKeys(unwrapping: wrapped, from: keyLocation(of: label), tenant: label, by: master)
        }
        guard let next else { return try opened(by: current) }
        do throws(KeyError) { return try opened(by: next.key) } catch {
            guard case .otherMasterKey = error else { throw error }
            return try opened(by: current)
        }
    }
}
