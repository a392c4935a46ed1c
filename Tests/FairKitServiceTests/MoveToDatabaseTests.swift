import Coordination
import FairKitCore
import FairKitRuntime
import FairKitService
import FairKitStore
import FairKitVault
import FoundationEssentials
import KeyRing
import PostgreSQL
import PostgresSupport
import Relational
import Support
import Testing

/// An installation in a database of its own, as one server opens it.
private final class DatabaseHouse: Sendable {
    let database: TestDatabase
    let directory: DataDirectory
    let installation: DatabaseInstallation
    private let keyFile: String

    convenience init(at now: Timestamp) async throws {
        let parent = FileManager.default.temporaryDirectory.path() + "fairkit-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try MasterKey.random().write(to: "\(parent)/master.key")
        let database = try TestDatabase()
        try DatabaseInstallation.create(in: database.pool, at: now) { () throws(KeyError) in
            try MasterKey(contentsOf: "\(parent)/master.key")
        }
        try await self.init(database, parent, at: now)
    }

    private init(_ database: TestDatabase, _ parent: String, at now: Timestamp) async throws {
        self.database = database
        keyFile = "\(parent)/master.key"
        directory = DataDirectory(path: "\(parent)/server")
        let file = keyFile
        installation = try await DatabaseInstallation.open(
            database.pool, server: ServerDirectory(directory), keyFrom: .file(file), now: { now },
            masterKey: { () throws(KeyError) in try MasterKey(contentsOf: file) })
    }

    /// The same server after a crash: another process would find its directory as it is.
    func restarted(at now: Timestamp) async throws -> DatabaseHouse {
        let parent = String(directory.path.dropLast("/server".count))
        let copy = parent + "-crashed"
        try FileManager.default.copyItem(atPath: parent, toPath: copy)
        return try await DatabaseHouse(database, copy, at: now)
    }

    /// The schemas of tenants, and the labels of wrapped keys.
    func places() throws -> (schemas: Set<String>, keys: Set<String>) {
        let session = try database.administrator()
        func all(_ query: SQL) throws(DatabaseError) -> Set<String> {
            Set(
                try ReadTransaction(session).all(query) { row throws(DatabaseError) in try row.value(0, as: String.self)
                })
        }
        return (
            try all(
                "SELECT CAST(nspname AS TEXT) FROM pg_namespace WHERE starts_with(CAST(nspname AS TEXT), 'tenant_')"),
            try all("SELECT label FROM control.wrapped_key WHERE label <> 'control'")
        )
    }

    deinit { installation.close() }
}

@Suite(.onFiles) struct `Moving a tenant to a database` {
    private let (house, last): (TenantHouse, TenantHouse)
    private let database: DatabaseHouse
    private let (tenants, inDatabase): (OpenTenants, OpenTenants)
    private let kisumu: TenantName
    private let path: String

    init() async throws {
        house = try await TenantHouse()
        last = try await TenantHouse()
        database = try await DatabaseHouse(at: house.time.now)
        tenants = house.tenants()
        inDatabase = house.tenants(in: database.installation)
        kisumu = try #require(TenantName("kisumu"))
        path = "\(house.directory.path).archive"
    }

    private var key: String { "\(path).key" }

    /// Exports a tenant of files, and returns one of its API keys.
    private func exported() async throws -> String {
        _ = try await tenants.create(kisumu, by: .command)
        let text = try await tenants.use(kisumu).tenancy.keys.create(name: "Hamisi", for: .administrator, by: .command)
            .secret.text
        _ = try await tenants.export(kisumu, to: path, keyFile: key, .suspending, by: .command)
        return text
    }

    private func imported(_ tenants: OpenTenants, as name: TenantName? = nil) async throws -> Tenant {
        try await tenants.importTenant(from: path, keyFile: key, as: name, by: .command).tenant
    }

    @Test func `and back into files keeps its id, its keys, its rows and its audit log`() async throws {
        let text = try await exported()
        let first = try await inDatabase.importTenant(from: path, keyFile: key, as: nil, by: .command)
        let moved = first.tenant
        let store = try await inDatabase.use(kisumu).store
        _ = try await inDatabase.use(kisumu).tenancy.callers.authenticate(apiKey: text)
        #expect(try await store.verifyAudit().isSound)
        #expect(try await store.check().findings == [])
        // The database has the name of the key only sealed.
        let session = try database.database.administrator()
        let schema = SQL(identifier: PostgresLocation(tenant: moved.id.bytes).schema)
        let names = try ReadTransaction(session).all("SELECT name FROM \(schema).api_key") {
            row throws(DatabaseError) in
            try row.value(0, as: [UInt8].self)
        }
        #expect(names.count == 1 && names.allSatisfy { $0.firstRange(of: Array("Hamisi".utf8)) == nil })

        let back = "\(path)-back"
        _ = try await inDatabase.export(kisumu, to: back, keyFile: "\(back).key", .suspending, by: .command)
        let files = last.tenants()
        let again = try await files.importTenant(from: back, keyFile: "\(back).key", as: nil, by: .command)
        #expect(again.tenant.id == moved.id)
        // Exports and imports are entries of its audit log.
        #expect(again.counts.auditEntries > first.counts.auditEntries && again.counts.keys == first.counts.keys)
        _ = try await files.use(kisumu).tenancy.callers.authenticate(apiKey: text)
        #expect(try await files.use(kisumu).store.verifyAudit().isSound)
        #expect(try await files.use(kisumu).store.check().findings == [])
    }

    @Test func `to another database of the same server shares its role, which goes with the last one`() async throws {
        _ = try await exported()
        let moved = try await imported(inDatabase)
        let other = try await DatabaseHouse(at: house.time.now)
        let inOther = house.tenants(in: other.installation)
        _ = try await imported(inOther)
        let role = PostgresLocation(tenant: moved.id.bytes).schema.replacing("tenant_", with: "fairkit_t_")
        func isThere() throws -> Bool {
            try ReadTransaction(try other.database.administrator()).exists(
                "SELECT 1 FROM pg_roles WHERE rolname = \(role)")
        }
        _ = try await inDatabase.erase(kisumu, newKeyIn: nil, by: .command)
        #expect(try isThere())
        #expect(try await inOther.use(kisumu).store.verifyAudit().isSound)
        _ = try await inOther.erase(kisumu, newKeyIn: nil, by: .command)
        #expect(try !isThere())
    }

    @Test func `leaves nothing if it is interrupted, and begins again`() async throws {
        _ = try await exported()
        let before = try database.places()
        let progress = WorkProgress()
        progress.stop()
        await WorkProgress.$current.withValue(progress) {
            await #expect(throws: TenantMoveFailure.self) { _ = try await imported(inDatabase) }
        }
        #expect(try database.places() == before)
        _ = try await imported(inDatabase)
        #expect(try database.places().schemas.count == before.schemas.count + 1)
    }

    @Test func `opens nothing of what a crash left, removes it at the next start, and begins again`() async throws {
        let text = try await exported()
        let before = try database.places()
        // All of it is there, but the list.
        let archive = try MasterKey(contentsOf: key)
        let tenant = try #require(ArchiveReader(path, key: archive).header.moved)
        let folder = database.installation.newFolder(for: tenant)
        _ = try await database.installation.receive(
            path, key: archive, folder: folder,
            recordedAs: AuditEntry(
                at: house.time.now, actor: .server, action: .tenantImported, object: nil, profileID: nil,
                requestID: "test"))
        #expect(try database.places().schemas.subtracting(before.schemas) == [folder])
        #expect(try await inDatabase.list().map(\.name) == [.standard])
        let restarted = try await database.restarted(at: house.time.now)
        #expect(try database.places() == before)
        let next = house.tenants(in: restarted.installation)
        _ = try await imported(next)
        _ = try await next.use(kisumu).tenancy.callers.authenticate(apiKey: text)
        // A tenant that is listed stays at the next start.
        let later = try await restarted.restarted(at: house.time.now)
        _ = try await house.tenants(in: later.installation).use(kisumu)
    }

    @Test func `removes what another server left of the same tenant`() async throws {
        _ = try await exported()
        let archive = try MasterKey(contentsOf: key)
        let tenant = try #require(ArchiveReader(path, key: archive).header.moved)
        let place = PostgresLocation(tenant: tenant.id.bytes)
        try database.database.pool.owning { (session) throws(SchemaError) in
            try session.make(place, by: .tenant)
        }
        _ = try await imported(inDatabase)
        #expect(try await inDatabase.use(kisumu).store.verifyAudit().isSound)
    }

    @Test func `is refused where the tenant is, or was erased`() async throws {
        _ = try await exported()
        _ = try await imported(inDatabase)
        let siaya = try #require(TenantName("siaya"))
        for name in [nil, siaya] {
            await #expect(throws: TenantMoveFailure.self) { _ = try await imported(inDatabase, as: name) }
        }
        #expect(try await inDatabase.use(kisumu).store.verifyAudit().isSound)
        _ = try await inDatabase.erase(kisumu, newKeyIn: nil, by: .command)
        await #expect(throws: TenantMoveFailure.self) { _ = try await imported(inDatabase) }
        #expect(try database.places().schemas.count == 1)
    }

    @Test func `under the first tenant's name removes that one, which held no data`() async throws {
        let text = try await exported()
        let first = try database.places()
        let moved = try await imported(inDatabase, as: .standard)
        let place = PostgresLocation(tenant: moved.id.bytes).schema
        #expect(try database.places().schemas == [place] && first.schemas != [place])
        #expect(try database.places().keys == [place])
        _ = try await inDatabase.use(.standard).tenancy.callers.authenticate(apiKey: text)
        #expect(try await inDatabase.list().first { $0.name == .standard && $0.state == .active }?.id == moved.id)
    }

    @Test func `of an earlier schema than the first one of databases is refused with a sentence`() async throws {
        _ = try await exported()
        let (steps, earlier) = (Schema.tenantBaseline.steps - 1, "\(path)-earlier")
        try writeEarlierArchive(
            of: path, to: earlier, key: MasterKey(contentsOf: key), version: steps,
            without: [
                "notice_event_number", "figure", "figure_overlap", "figure_person", "figure_day", "programme",
                "programme_target", "programme_coordinator", "programme_member", "diagnostic", "consent_notice",
            ])
        let before = try database.places()
        let error = await #expect(throws: TenantMoveFailure.self) {
            _ = try await inDatabase.importTenant(from: earlier, keyFile: key, as: nil, by: .command)
        }
        guard case .archive(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason == .olderSchema(path: earlier, found: steps, oldest: steps + 1))
        #expect(reason.description.contains("export the tenant there"))
        #expect(try database.places() == before)
    }
}
