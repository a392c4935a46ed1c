import EngineConformance
import Relational
import SQLCipher
import Testing

@Suite struct `Emptying the log` {
    let scratch: Scratch
    let database: Database

    init() throws {
        scratch = try Scratch()
        database = try scratch.database()
    }

    private var logBytes: Int? {
        get throws { try scratch.files()["health.db-wal"]?.count }
    }

    @Test func `leaves it empty, and everything in the file`() async throws {
        defer { database.close() }
        _ = try await database.run("INSERT INTO thing (id) VALUES (1)")
        #expect(try logBytes ?? 0 > 0)
        #expect(try await database.emptyLog())
        #expect(try logBytes == 0)
        #expect(try await database.values("SELECT id FROM thing", as: Int.self) == [1])
        _ = try await database.run("INSERT INTO thing (id) VALUES (2)")
        #expect(try await database.values("SELECT id FROM thing", as: Int.self) == [1, 2])
    }

    @Test func `fails if a read prevents it, and can be retried`() async throws {
        defer { database.close() }
        let gate = Gate()
        async let reading: Void = database.read { (tx) throws(DatabaseError) in
            _ = try tx.exists("SELECT 1 FROM thing")
            gate.pass()
        }
        await gate.isReached()
        _ = try await database.run("INSERT INTO thing (id) VALUES (1)")
        #expect(try await !database.emptyLog())
        gate.open()
        try await reading
        #expect(try await database.emptyLog())
        let timeout = try await database.write { (tx) throws(DatabaseError) in
            try tx.first("PRAGMA busy_timeout") { row throws(DatabaseError) in try row.value(0, as: Int.self) }
        }
        #expect(timeout == 5000, "it is unchanged")
    }

    @Test func `is refused once the file is closed`() async throws {
        database.close()
        await #expect(throws: DatabaseError.closed) { try await database.emptyLog() }
    }
}
