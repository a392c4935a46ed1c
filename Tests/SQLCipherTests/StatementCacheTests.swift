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

    @Test func `are reused with other values`() async throws {
        defer { database.close() }
        for number in 0..<1000 {
            _ = try await database.run("INSERT INTO thing (id, value) VALUES (\(number), \("value \(number)"))")
        }
        let found = try await database.read { (tx) throws(DatabaseError) in
            try (0..<1000).map { number throws(DatabaseError) in
                try tx.first("SELECT value FROM thing WHERE id = \(number)") { row throws(DatabaseError) in
                    try row.value(0, as: String.self)
                }
            }
        }
        #expect(found == (0..<1000).map { "value \($0)" })
    }

    @Test func `of the same text are independent while nested`() async throws {
        defer { database.close() }
        _ = try await database.run("INSERT INTO thing (id, value) VALUES (1, 2), (2, 3), (3, NULL)")
        @Sendable func next(of id: Int64, in tx: borrowing ReadTransaction) throws(DatabaseError) -> [Int64] {
            let found = try tx.all("SELECT id, value FROM thing WHERE id >= \(id) ORDER BY id") {
                row throws(DatabaseError) in
                let rest = try row.value(1, as: Int64?.self).map { inner throws(DatabaseError) in
                    try next(of: inner, in: tx)
                }
                return [try row.value(0, as: Int64.self)] + (rest ?? [])
            }
            return found.flatMap(\.self)
        }
        let all = try await database.read { (tx) throws(DatabaseError) in try next(of: 1, in: tx) }
        #expect(all == [1, 2, 3, 3, 2, 3, 3])
        #expect(try await database.read { (tx) throws(DatabaseError) in try next(of: 1, in: tx) } == all)
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

    @Test func `beyond the cache are prepared and freed`() async throws {
        defer { database.close() }
        let texts = (0..<600).map { "v\($0)" }
        for _ in 0..<2 {
            let found = try await database.read { (tx) throws(DatabaseError) in
                try (0..<600).map { number throws(DatabaseError) in
                    // The text of a statement is a literal, so different texts are made from pieces.
                    let pieces = [SQL](repeating: "1 = 1", count: number + 1)
                    return try tx.first("SELECT \("v\(number)") WHERE \(pieces.conjunction)") {
                        row throws(DatabaseError) in try row.value(0, as: String.self)
                    }
                }
            }
            #expect(found == texts)
        }
    }

    @Test func `that SQLite can't parse fail with its message`() async throws {
        defer { database.close() }
        await #expect(throws: DatabaseError.sqlite(ResultCode(rawValue: 1), message: "no such table: nowhere")) {
            try await database.values("SELECT 1 FROM nowhere", as: Int64.self)
        }
    }
}
