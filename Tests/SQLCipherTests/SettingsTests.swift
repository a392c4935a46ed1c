import EngineConformance
import Relational
import SQLCipher
import Testing

@Suite struct `A connection is configured` {
    static let both: [(SQL, SQLValue)] = [
        ("PRAGMA journal_mode", .text("wal")), ("PRAGMA synchronous", .integer(2)),
        ("PRAGMA foreign_keys", .integer(1)),
        ("PRAGMA temp_store", .integer(2)), ("PRAGMA page_size", .integer(4096)),
        ("PRAGMA busy_timeout", .integer(5000)),
        ("PRAGMA wal_autocheckpoint", .integer(0)), ("PRAGMA cipher_version", .text("3.4.1")),
        ("PRAGMA cipher_page_size", .text("4096")),
        // Set by SQLCipher when a connection gets its key: deleted data is overwritten.
        ("PRAGMA secure_delete", .integer(1)),
    ]

    @Test(arguments: both)
    func `for reading and for writing`(pragma: SQL, expected: SQLValue) async throws {
        let scratch = try Scratch()
        let database = try scratch.database()
        defer { withExtendedLifetime(scratch) { database.close() } }
        let written = try await database.write { (tx) throws(DatabaseError) in
            try tx.first(pragma) { row throws(DatabaseError) in try row.value(0, as: AnyValue.self).sqlValue }
        }
        #expect(written == expected)
        #expect(try await database.values(pragma, as: AnyValue.self).map(\.sqlValue) == [expected])
    }
}

/// A column value of any type.
private struct AnyValue: SQLValueConvertible {
    let sqlValue: SQLValue

    init?(sqlValue: SQLValue) {
        self.sqlValue = sqlValue
    }
}
