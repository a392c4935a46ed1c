import FairKitCore
import FairKitStore
import FairKitVault
import KeyRing
import PostgreSQL
import PostgresSupport
import Relational
import Testing

/// A database without a store, the directory of a server, and a master key.
private struct EmptyDatabase {
    let database: TestDatabase
    let place: DatabaseLocation
    let scratch: Scratch
    var keyFile: String { "\(scratch.parent)/master.key" }

    init() throws {
        scratch = try Scratch()
        database = try TestDatabase()
        place = try DatabaseLocation(database.address, password: nil)
    }

    func create() throws {
        try place.create(at: Example.now) { () throws(KeyError) in try newKey() }
    }

    private func newKey() throws(KeyError) -> MasterKey {
        let key = try MasterKey.random()
        try key.write(to: keyFile)
        return key
    }

    func open(at now: Timestamp = Example.now) async throws -> DatabaseInstallation {
        try await place.open(
            server: ServerDirectory(scratch.directory), keyFrom: .file(keyFile), now: { now },
            masterKey: { () throws(KeyError) in try MasterKey(contentsOf: keyFile) })
    }

    /// Opens it, runs a closure, and closes it.
    func open(at now: Timestamp = Example.now, _ body: (DatabaseInstallation) async throws -> Void) async throws {
        let installation = try await open(at: now)
        defer { installation.close() }
        try await body(installation)
    }

    func count(_ query: SQL) throws -> Int { try ReadTransaction(database.administrator()).number(query) }
}

private func entry(_ id: String) -> AuditEntry {
    AuditEntry(
        at: Example.now, actor: .server, action: .masterKeyChanged, object: id, profileID: nil, requestID: "test")
}

@Suite struct `A store in a database` {
    private let database: EmptyDatabase

    init() throws { database = try EmptyDatabase() }

    @Test func `is made once, with its first tenant`() async throws {
        try database.create()
        let refusal = #expect(throws: StoreError.self) { try database.create() }
        #expect("\(try #require(refusal))".contains("nothing was changed"))
        try await database.open { installation in
            let tenants = try await installation.tenants()
            #expect(tenants.map(\.name) == [.standard])
            let store = try installation.open(folder: installation.newFolder(for: tenants[0]))
            #expect(try await store.verifyAudit().isSound)
            #expect(try await store.check().findings == [])
        }
    }

    @Test func `is completed after a crash`() async throws {
        try database.database.pool.owning { (session) throws(SchemaError) in try session.make(.control, by: .control) }
        await #expect(throws: StoreError.self) { try await database.open() }
        try database.create()
        try await database.open { installation in
            let tenants = try await installation.tenants()
            #expect(tenants.count == 1)
        }
    }

    @Test func `opens only with the master key that wraps its keys`() async throws {
        try database.create()
        let place = database.place
        let directory = try ServerDirectory(database.scratch.directory)
        let error = await #expect(throws: StoreError.self) {
            try await place.open(
                server: directory, keyFrom: .given, now: { Example.now },
                masterKey: { () throws(KeyError) in try MasterKey.random() })
        }
        guard case .key(.otherMasterKey) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `makes and removes tenants`() async throws {
        try database.create()
        try await database.open { installation in
            let tenant = Tenant(
                id: .new(at: Example.now), name: try #require(TenantName("kisumu")), state: .active,
                createdAt: Example.now, dueAt: nil)
            let folder = installation.newFolder(for: tenant)
            try installation.make(folder: folder)
            try await installation.control.write { (tx) throws(DatabaseError) in
                try tx.insertTenant(tenant, folder: folder)
            }
            #expect(installation.isThere(folder: folder))
            let store = try installation.open(folder: folder)
            _ = try await store.write { (tx) throws(DatabaseError) in try tx.record(entry("one")) }
            installation.close(store)
            installation.remove(folder: folder)
            #expect(!installation.isThere(folder: folder))
            #expect(throws: StoreError.self) { try installation.open(folder: folder) }
        }
    }

    @Test func `gives up a tenant that was never finished, a day later`() async throws {
        try database.create()
        let folder = TestStore.schema().schema
        try await database.open { installation in try installation.make(folder: folder) }
        try await database.open { installation in #expect(installation.isThere(folder: folder)) }
        try await database.open(at: Example.now.advanced(by: .seconds(25 * 3600))) { installation in
            #expect(!installation.isThere(folder: folder))
        }
    }

    @Test func `changes its master key in one transaction`() async throws {
        try database.create()
        let old = try MasterKey(contentsOf: database.keyFile)
        try await database.open { installation in
            installation.beginRotation(
                to: try installation.prepareMasterKey(in: nil, mayTake: false, keepingOld: false))
            #expect(try await installation.endRotation(recordedAs: entry) == nil)
            #expect(installation.masterKeyID != old.id)
        }
        #expect(try MasterKey(contentsOf: database.keyFile).id != old.id)
        try await database.open { installation in
            let tenant = try await installation.tenants()[0]
            _ = try installation.open(folder: installation.newFolder(for: tenant))
        }
    }

    /// A crash leaves the new key's file beside the old one, before or after the transaction.
    @Test(arguments: [false, true]) func `completes a change of the master key`(isCommitted: Bool) async throws {
        try database.create()
        let old = try MasterKey(contentsOf: database.keyFile)
        try await database.open { installation in
            let new = try installation.prepareMasterKey(in: nil, mayTake: false, keepingOld: false)
            guard isCommitted else { return }
            installation.beginRotation(to: new)
            // The old key can't be replaced, so the change stops after its transaction.
            try removeFile(database.keyFile)
            await #expect(throws: KeyRotationError.self) { try await installation.endRotation(recordedAs: entry) }
            try old.write(to: database.keyFile)
        }
        try await database.open { installation in
            guard case .ended = installation.rotationAtOpening else {
                Issue.record("\(installation.rotationAtOpening)")
                return
            }
            #expect(installation.masterKeyID != old.id)
            let tenant = try await installation.tenants()[0]
            _ = try installation.open(folder: installation.newFolder(for: tenant))
        }
        #expect(try MasterKey(contentsOf: database.keyFile).id != old.id)
    }

    @Test func `erases a tenant by its key, and proves it`() async throws {
        try database.create()
        let folder = TestStore.schema().schema
        try await database.open { installation in
            let first = installation.newFolder(for: try await installation.tenants()[0])
            try installation.make(folder: folder)
            let store = try installation.open(folder: folder)
            let key = APIKey(
                id: KeyID(number: 1), name: "sealed by the tenant", role: .administrator, createdAt: Example.now,
                revokedAt: nil)
            try await store.write { (tx) throws(DatabaseError) in
                try tx.insertAPIKey(key, digest: [UInt8](repeating: 7, count: 32))
            }
            installation.close(store)
            try installation.destroyKey(folder: folder)
            #expect(throws: StoreError.self) { try installation.open(folder: folder) }
            let proof = try installation.removeErased(folder: folder, others: [first])
            // Those of the first tenant and of the list of tenants.
            #expect(proof.keysTried == 2)
            #expect(proof.bytes > 0)
            #expect(!installation.isThere(folder: folder))
        }
        let left = try database.count(
            "SELECT COUNT(*) FROM pg_roles WHERE rolname = \("fairkit_t_\(folder.dropFirst(7))")")
        #expect(left == 0)
    }

    @Test func `notices that the end of an audit log was cut off`() async throws {
        try database.create()
        var folder = ""
        try await database.open { installation in
            folder = installation.newFolder(for: try await installation.tenants()[0])
            let store = try installation.open(folder: folder)
            for number in 1...3 {
                try await store.write { (tx) throws(DatabaseError) in try tx.record(entry("\(number)")) }
            }
            #expect(try await store.logAudit(at: Example.now) == .recorded)
        }
        let intruder = try database.database.administrator()
        try intruder.control(SQL(stringLiteral: "SET search_path TO \(folder)"))
        for table in ["audit_checkpoint", "audit"] {
            try intruder.control(SQL(stringLiteral: "DELETE FROM \(table) WHERE number > 1"))
        }
        try await database.open { installation in
            let store = try installation.open(folder: folder)
            #expect(try await !store.verifyAudit().isSound)
            #expect(try await store.logAudit(at: Example.now) == .refused)
        }
    }

    @Test func `is refused in a directory with a store of files`() throws {
        try database.scratch.directory.initialise { () throws(KeyError) in try Scratch.master() }
        #expect(throws: StoreError.self) { try ServerDirectory(database.scratch.directory) }
    }

    @Test func `hides the seeds of signing keys`() async throws {
        try database.create()
        let key = SigningKey(
            id: "one", seed: [UInt8](repeating: 0x5e, count: 32), createdAt: Example.now, signsAt: Example.now,
            retiresAt: nil)
        try await database.open { installation in
            try await installation.control.write { (tx) throws(DatabaseError) in try tx.insertSigningKey(key) }
            let found = try await installation.control.read { (tx) throws(DatabaseError) in try tx.signingKeys() }
            #expect(found.map(\.seed) == [key.seed])
        }
        let clear = try database.count(
            "SELECT COUNT(*) FROM control.signing_key WHERE position(\(key.seed) IN seed) > 0")
        #expect(clear == 0)
    }
}
