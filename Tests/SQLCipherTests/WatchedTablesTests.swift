import Relational
import SQLCipher
import Synchronization
import Testing

@Suite struct `Watched tables` {
    private let scratch: Scratch
    private let database: Database
    private let changes: ChangeCount

    private final class ChangeCount: Sendable {
        let count = Atomic(0)
    }

    init() throws {
        scratch = try Scratch()
        changes = ChangeCount()
        let schema =
            Scratch.schema + [
                Migration(
                    name: "m0003_copy",
                    sql: "CREATE TABLE copy (value BLOB); CREATE TRIGGER thing_copy AFTER DELETE ON thing "
                        + "BEGIN INSERT INTO copy (value) VALUES (OLD.value); END")
            ]
        try Database.create(path: scratch.path, key: Scratch.key(), migrations: schema)
        var observer = DatabaseObserver()
        observer.watchedTables = ["name", "copy"]
        observer.changedWatched = { [changes] in changes.count.add(1, ordering: .relaxed) }
        database = try Database.open(
            path: scratch.path, key: Scratch.key(), migrations: schema, observer: observer)
    }

    private var seen: Int { changes.count.load(ordering: .relaxed) }

    @Test func `are reported for each commit that changes one, before its answer, and for no other`() async throws {
        defer { database.close() }
        _ = try await database.run("INSERT INTO thing (id) VALUES (1)")
        #expect(seen == 0)
        _ = try await database.run("INSERT INTO name (text) VALUES ('a')")
        #expect(seen == 1)
        // The statement stays prepared.
        _ = try await database.run("INSERT INTO name (text) VALUES ('b')")
        #expect(seen == 2)
        _ = try await database.run("UPDATE name SET text = 'c' WHERE text = 'a'")
        _ = try await database.run("DELETE FROM name")
        #expect(seen == 4)
        _ = try await database.values("SELECT COUNT(*) FROM name", as: Int.self)
        #expect(seen == 4)
    }

    @Test func `are not reported for a rollback`() async throws {
        defer { database.close() }
        await #expect(throws: DatabaseError.onPurpose) {
            try await database.write { (tx) throws(DatabaseError) in
                try tx.run("INSERT INTO name (text) VALUES ('a')")
                throw DatabaseError.onPurpose
            }
        }
        #expect(seen == 0)
    }
}
