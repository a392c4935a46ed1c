package import FairKitCore
package import FairKitVault
package import KeyRing
package import PostgreSQL
import Relational
import Synchronization

extension DatabaseInstallation {
    /// Makes the list of tenants in a database that has none, and the first tenant. What a crash left of an earlier
    /// attempt is completed. It blocks.
    /// - Parameters:
    ///   - directory: takes the directory of the server that makes it, in which the new master key may be stored.
    ///   - masterKey: called after all checks, as `directory` is, so that no file is created in vain.
    package static func create(
        in pool: ConnectionPool, at now: Timestamp,
        holding directory: () throws(StoreError) -> ServerDirectory? = { nil },
        masterKey: () throws(KeyError) -> MasterKey
    ) throws(StoreError) {
        _ = try warnings(of: pool)
        try owning(pool) { (session) throws(SchemaError) in
            do throws(SchemaError) { try session.make(.control, by: .control) } catch {
                guard case .exists = error else { throw error }
                try session.upgrade(.control, by: .control)
            }
        }
        let engine = try openEngine(pool, health: StoreHealth(), sealer: RefusingSealer())
        defer { engine.close() }
        guard try reading(engine, { (tx) throws(DatabaseError) in try tx.masterKeyDigest() }) == nil else {
            throw .server(reason: "The database already contains a FairKit store; nothing was changed.")
        }
        let server = try directory()
        defer { withExtendedLifetime(server) {} }
        let first = Tenant(id: .new(at: now), name: .standard, state: .active, createdAt: now, dueAt: nil)
        let location = PostgresLocation(tenant: first.id.bytes)
        let keys = try mapping(StoreError.key) { () throws(KeyError) in
            try FirstKeys(of: location.schema, wrappedBy: masterKey())
        }
        try owning(pool) { (session) throws(SchemaError) in try session.make(location, by: .tenant) }
        do {
            try engine.writeBlocking { (tx) throws(DatabaseError) in
                try tx.insertMasterKeyDigest(masterKeyDigest: keys.digest, at: now)
                try tx.insertWrappedKeys(wrappedKeys: keys.control, of: DataDirectory.controlLabel, at: now)
                try tx.insertWrappedKeys(wrappedKeys: keys.tenant, of: location.schema, at: now)
                try tx.insertTenant(first, folder: location.schema)
            }
        } catch { throw .database(schema: PostgresLocation.control.schema, error) }
    }

    /// Opens the list of tenants of a database, and upgrades it first. What a crash interrupted is completed.
    /// - Parameters:
    ///   - server: the directory of this server, taken once the database has turned out to be a store.
    ///   - place: the source of the master key.
    ///   - size: the size that the database may have, in bytes; nil: any.
    package static func open(
        _ pool: ConnectionPool, server: @autoclosure () throws(StoreError) -> ServerDirectory,
        keyFrom location: MasterKeyLocation, allowing size: Int? = nil, now: @escaping Now,
        masterKey: () throws(KeyError) -> MasterKey
    ) async throws(StoreError) -> DatabaseInstallation {
        let warnings = try warnings(of: pool)
        _ = try owning(pool) { (session) throws(SchemaError) in try session.upgrade(.control, by: .control) }
        let server = try server()
        let masters = try mapping(StoreError.key) { () throws(KeyError) in
            try MasterKeys(masterKey(), from: location, changingIn: server.directory)
        }
        let control = try openControl(pool, masters)
        do throws(StoreError) {
            let id = ServerID(sixteen: server.id) ?? .new(at: now())
            let installation = DatabaseInstallation(
                pool, server: server, as: id, startedAt: try await startTime(of: id, in: control), control: control,
                masterKeys: masters, warnings: warnings, allowing: size, now: now)
            try await installation.endWhatBegan()
            return installation
        } catch {
            control.close()
            throw error
        }
    }

    private static func startTime(of id: ServerID, in control: Control) async throws(StoreError) -> Timestamp {
        do { return try await control.read { (tx) throws(DatabaseError) in try tx.startTime(of: id) } } catch {
            throw .database(schema: PostgresLocation.control.schema, error)
        }
    }

    /// Opens the list, whose own key seals what it has to hide. The master key must be the one that wraps all keys.
    private static func openControl(_ pool: ConnectionPool, _ masters: MasterKeys) throws(StoreError) -> Control {
        let unsealed = try openEngine(pool, health: StoreHealth(), sealer: RefusingSealer())
        defer { unsealed.close() }
        let wrapped = try reading(unsealed) { (tx) throws(DatabaseError) in
            try tx.wrappedKeys(of: DataDirectory.controlLabel)
        }
        guard let wrapped else {
            throw .server(reason: "The database contains no whole FairKit store. Create one with fairkit init.")
        }
        let sealer = try mapping(StoreError.key) { () throws(KeyError) in
            let keys = try masters.unwrapping(wrapped, of: DataDirectory.controlLabel)
            return TenantColumnSealer(ColumnCipher(tenant: DataDirectory.controlLabel, keys: try keys.digests))
        }
        let health = StoreHealth()
        return Control(try openEngine(pool, health: health, sealer: sealer), at: .schema, health: health)
    }

    private static func openEngine(
        _ pool: ConnectionPool, health: StoreHealth, sealer: any ColumnSealer
    ) throws(StoreError) -> PostgresDatabase {
        do {
            return try PostgresDatabase.open(
                pool, at: .control, head: Store.head, sealer: sealer, observer: health.observing(.none))
        } catch { throw .database(schema: PostgresLocation.control.schema, error) }
    }

    private static func reading<T: Sendable>(
        _ engine: PostgresDatabase, _ body: @escaping @Sendable (borrowing ReadTransaction) throws(DatabaseError) -> T
    ) throws(StoreError) -> T {
        do { return try engine.readBlocking(body) } catch {
            throw .database(schema: PostgresLocation.control.schema, error)
        }
    }

    /// The shortcomings of the database server although it can be used.
    /// - Throws: the change that it needs before it can be used.
    private static func warnings(of pool: ConnectionPool) throws(StoreError) -> [ServerFinding] {
        let findings = try owning(pool) { (session) throws(SchemaError) in
            do throws(DatabaseError) { return try session.facts().findings } catch { throw .database(error) }
        }
        if let refusal = findings.first(where: \.isRefusal) { throw .server(reason: refusal.description) }
        return findings
    }

    static func owning<T>(
        _ pool: ConnectionPool, _ body: (PostgresSession) throws(SchemaError) -> T
    ) throws(StoreError) -> T {
        do throws(SchemaError) { return try pool.owning(body) } catch { throw StoreError(error) }
    }

    /// Completes what a crash interrupted: erased tenants first, then a change of the master key. Tenants that were never
    /// finished are removed.
    private func endWhatBegan() async throws(StoreError) {
        let now = now()
        let (erased, unused) = try reading { (tx) throws(DatabaseError) in
            (
                try tx.folders(erased: true),
                try tx.unusedKeys(before: now.advanced(by: .zero - DatabaseInstallation.longestMaking))
            )
        }
        let erasures = finishErasures(folders: erased)
        for folder in unused { remove(folder: folder) }
        // One that can't be removed prevents nothing, and is tried again at the next start.
        try? removeReceived()
        let outcome: RotationAtOpening
        do {
            outcome = .ended(
                oldKey: try await endRotation { id in
                    AuditEntry(
                        at: now, actor: .server, action: .masterKeyChanged, object: id, profileID: nil,
                        requestID: "start")
                })
        } catch { outcome = .unended(error) }
        atOpening.withLock { $0 = (outcome, erasures) }
    }

    /// A tenant that takes longer to be made is given up.
    private static let longestMaking = Duration.seconds(24 * 3600)
}

/// The keys of a new installation, wrapped.
private struct FirstKeys: Sendable {
    let control: [UInt8]
    let tenant: [UInt8]
    let digest: [UInt8]

    init(of folder: String, wrappedBy master: MasterKey) throws(KeyError) {
        control = try TenantKeys(key: .random(), audit: nil).file(
            tenant: DataDirectory.controlLabel, wrappedBy: master)
        tenant = try TenantKeys(key: .random(), audit: .random(tenant: folder)).file(tenant: folder, wrappedBy: master)
        digest = try master.installationDigest
    }
}
