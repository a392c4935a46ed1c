import EngineConformance
import Relational
import SQLCipher
import Testing

@Suite struct `Prepared statements` {
    let scratch: Scratch
    let database: Database

    init() throws {
        scratch = try Scratch()
        database = try scratch.database(readers: 1)
    }

    @Test func `abandoned before their last row do not lock the table`() async throws {
        defer { database.close() }
        _ = try await database.run("INSERT INTO thing (id) VALUES (1), (2), (3)")
        let first = try await database.write { (tx) throws(DatabaseError) in
            let first = try tx.first("SELECT id FROM thing ORDER BY id") { row throws(DatabaseError) in
                try row.value(0, as: Int64.self)
            }
            try tx.run("DROP TABLE name")
            return first
        }
        #expect(first == 1)
        #expect(try await database.values("SELECT name FROM sqlite_master WHERE name = 'name'", as: String.self) == [])
    }

    @Test func `that SQLite can't parse fail with its message`() async throws {
        defer { database.close() }
        await #expect(throws: DatabaseError.sqlite(ResultCode(rawValue: 1), message: "no such table: nowhere")) {
            try await database.values("SELECT 1 FROM nowhere", as: Int64.self)
        }
    }
}
