import EngineConformance
import Relational
import SQLCipher
import Testing

/// Another engine's dialect: numbered placeholders, and its own keywords.
private struct Numbered: Dialect {
    func placeholder(_ number: Int) -> String { "$\(number)" }
    func spelling(of token: SQLToken) -> String { "<\(token.rawValue)>" }
    var failureClause: String { "" }
}

@Suite struct `A dialect` {
    private let part: SQL = "a = \(1) AND \(.greatest)(b, \(2)) > 3"

    @Test func `numbers the values of spliced statements in order`() {
        let sql: SQL = "SELECT '?' FROM thing t WHERE id = \("x") AND \(part) AND \(.byteCount)(t.c) < \(4)"
        #expect(
            Numbered().text(of: sql)
                == "SELECT '?' FROM thing t WHERE id = $1 AND a = $2 AND <greatest>(b, $3) > 3 AND <byteCount>(t.c) < $4"
        )
        #expect(
            SQLiteDialect().text(of: sql)
                == "SELECT '?' FROM thing t WHERE id = ? AND a = ? AND MAX(b, ?) > 3 AND length(t.c) < ?")
        #expect(
            sql.text
                == "SELECT '?' FROM thing t WHERE id = ? AND a = ? AND {greatest}(b, ?) > 3 AND {byteCount}(t.c) < ?")
        #expect(sql.bindings == [.text("x"), .integer(1), .integer(2), .integer(4)])
    }

    @Test func `gets the pieces`() {
        let sql: SQL = "x = \(7)\(.noBytes) é"
        #expect(sql.pieces == [.text("x = "), .value, .token(.noBytes), .text(" é")])
        #expect(("" as SQL).pieces == [])
    }

    @Test func `writes conditions on bits`() {
        let sql: SQL = "SELECT \(bit: "a.band", isIn: "\(5)")"
        #expect(SQLiteDialect().text(of: sql) == "SELECT ? & (1 << CAST(a.band AS INTEGER)) <> 0")
        #expect(sql.bindings == [.integer(5)])
    }

    @Test func `spells the beginning of an UPDATE and an INSERT, and of nothing else`() {
        let update: SQL = "UPDATE thing SET value = \(1)"
        #expect(SQLiteDialect().text(of: update) == "UPDATE OR FAIL thing SET value = ?")
        #expect(Numbered().text(of: update) == "UPDATE thing SET value = $1")
        let insert: SQL = "INSERT INTO thing (id) VALUES (\(1)), (\(2))"
        #expect(SQLiteDialect().text(of: insert) == "INSERT OR FAIL INTO thing (id) VALUES (?), (?)")
        #expect(Numbered().text(of: insert) == "INSERT INTO thing (id) VALUES ($1), ($2)")
        for other: SQL in ["UPDATED", "SELECT 'UPDATE '", "DELETE FROM thing"] {
            #expect(SQLiteDialect().text(of: other) == other.text)
        }
    }

    @Test func `of SQLite spells every token so that SQLite reads it`() async throws {
        let scratch = try Scratch()
        let database = try scratch.database()
        defer { withExtendedLifetime(scratch) { database.close() } }
        try await database.write { (tx) throws(DatabaseError) in
            try tx.run(
                "INSERT INTO thing (id, value) VALUES (5, \([UInt8](repeating: 1, count: 3))), (6, \(.noBytes))")
        }
        let values: [SQL] = [
            "\(.byteCount)(value)", "\(.greatest)(id, 3)", "\(.unindexed)id",
            "\(.position)(value, value)", "\(bit: "2", isIn: "id")", "\(lookup: "id")",
            "\(foldedLookup: "'A'") = 'a'",
        ]
        #expect(
            try await database.values("SELECT \(values.joined(by: ", ")) FROM thing WHERE id = 5", as: Int.self) == [3])
        for (value, expected) in zip(values, [3, 5, 5, 1, 1, 5, 1]) {
            #expect(try await database.values("SELECT \(value) FROM thing WHERE id = 5", as: Int.self) == [expected])
        }
        let rest: SQL = "SELECT id FROM thing ORDER BY id LIMIT \(.unlimited) OFFSET 1"
        #expect(try await database.values(rest, as: Int.self) == [6])
        let empty: SQL = "SELECT id FROM thing WHERE value = \(.noBytes)"
        #expect(try await database.values(empty, as: Int.self) == [6])
        // Nothing is sealed in an encrypted file.
        let ofLookups: [SQLToken] = [.lookup, .lookupEnd]
        #expect(ofLookups.allSatisfy { SQLiteDialect().spelling(of: $0).isEmpty })
        // Two tokens end a comment, and two are nothing here.
        let others = Set(SQLToken.allCases).subtracting(ofLookups + [.codedEnd, .forUpdate])
        let spellings = others.map { SQLiteDialect().spelling(of: $0) }
        #expect(Set(spellings).count == spellings.count)
    }
}
