import FairKitCore
package import FairKitStore
package import FairKitVault
import FoundationEssentials
package import KeyRing
import PostgreSQL
import PostgresSupport
package import Relational
import Synchronization

/// Where the store of one test is: a data directory, or a schema of the tests' PostgreSQL server. It ends with the test.
package final class TestPlace: Sendable {
    /// A folder of its own.
    package let parent: String
    /// The data directory, if the store is a file.
    package var directory: DataDirectory { DataDirectory(path: "\(parent)/data") }
    let master: MasterKey
    /// The recorded state of the audit log, outside the database.
    package var anchor: String {
        TestEngine.current == .files ? DataDirectory.anchor(in: directory.tenant) : "\(directory.path)/audit.anchor"
    }
    var schemaName: PostgresLocation? { schema.withLock(\.self)?.place }
    private let schema = Mutex<TestSchema?>(nil)

    package init(master: MasterKey) throws {
        self.master = master
        let url = FileManager.default.temporaryDirectory.appending(path: "fairkit-\(UUID().uuidString)")
        parent = url.path(percentEncoded: false)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit {
        if let schema = schema.withLock(\.self) { schema.release() }
        try? FileManager.default.removeItem(atPath: parent)
    }

    /// Makes an empty store.
    package func initialise() throws {
        switch TestEngine.current {
        case .files: try directory.initialise { () throws(KeyError) in master }
        case .postgres:
            try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: false)
            let new = try TestSchema(notedIn: anchor)
            schema.withLock { $0 = new }
        }
    }

    /// Opens the store.
    /// - Parameter held: the data directory, if the caller holds it already.
    package func open(held: HeldDirectory? = nil, observer: DatabaseObserver = .none) throws -> Store {
        let observer = observer.proving
        guard let schema = schema.withLock(\.self) else {
            let held = if let held { held } else { try HeldDirectory(directory) }
            return try Store.open(held, observer: observer) { () throws(KeyError) in master }
        }
        return try schema.open(observer)
    }

    /// Ends a store as a kill in the middle of a transaction does.
    /// - Parameter body: runs in that transaction, perhaps twice. Nothing of it may be found afterwards.
    /// - Returns: the result of the body, and the place of the store afterwards.
    package func kill<T: Sendable>(
        _ store: Store, in body: @escaping @Sendable (borrowing WriteTransaction) throws(DatabaseError) -> T
    ) async throws -> (T, TestPlace) {
        guard let schema = schema.withLock(\.self) else {
            let next = try TestPlace(master: master)
            let (from, to) = (directory.path, next.directory.path)
            // All other writes wait while the transaction is open, so the copy is of one moment.
            let value = try await store.write { (tx) throws(DatabaseError) in
                let value = try body(tx)
                guard (try? FileManager.default.copyItem(atPath: from, toPath: to)) != nil else { throw .closed }
                return value
            }
            store.close()
            try? FileManager.default.removeItem(atPath: "\(next.directory.tenant)/health.db-shm")
            return (value, next)
        }
        let found = Mutex<T?>(nil)
        do {
            try await store.write { (tx) throws(DatabaseError) in
                let value = try body(tx)
                found.withLock { $0 = value }
                try schema.cutConnection(of: tx)
            }
            throw NotKilled()
        } catch let error as DatabaseError {
            guard case .engine(let failure) = error, failure.kind == .unavailable,
                let value = found.withLock(\.self)
            else { throw error }
            store.close()
            return (value, self)
        }
    }

    /// Has the database count the rows of the store, which its statistics are made of; a file knows them.
    package func renewStatistics() throws { try schema.withLock(\.self)?.renewStatistics() }

    /// A transaction was committed, although its connection was cut.
    private struct NotKilled: Error {}
}

/// A schema, and the keys of its tenant.
private final class TestSchema: Sendable {
    private let schemas: CleanSchemas
    let place: PostgresLocation
    private let keys: TenantKeys
    private let anchor: String

    /// - Parameter anchor: the file of the recorded state of its audit log.
    init(notedIn anchor: String) throws {
        schemas = try CleanSchemas.shared.get()
        place = try schemas.borrow()
        let audit = try AuditKey.random(tenant: place.schema)
        keys = TenantKeys(key: try .random(), audit: audit)
        self.anchor = anchor
        try AuditAnchor(head: .origin).write(to: anchor, key: audit)
    }

    func open(_ observer: DatabaseObserver) throws -> Store {
        try Store.open(place, in: schemas.pool, keys: keys, anchor: anchor, observer: observer)
    }

    /// Ends the connection of a transaction. Its next statement fails, and it is rolled back.
    func cutConnection(of tx: borrowing WriteTransaction) throws(DatabaseError) {
        let process = try tx.number("SELECT pg_backend_pid()")
        do {
            let administrator = try TestStore.shared.get().administrator()
            try administrator.control("SELECT pg_terminate_backend(\(SQL(stringLiteral: String(process))), 5000)")
        } catch { throw .closed }
        _ = try tx.number("SELECT 1")
    }

    /// Counts the rows of its tables.
    func renewStatistics() throws {
        try TestStore.shared.get().administrator().control(
            SQL(
                stringLiteral: """
                    DO $$ DECLARE name TEXT; BEGIN
                        FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = '\(place.schema)'
                        LOOP EXECUTE format('ANALYZE \(place.sql.text).%I', name); END LOOP;
                    END $$
                    """))
    }

    func release() { schemas.release(place) }
}
