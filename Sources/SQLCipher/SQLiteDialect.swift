package import Relational

/// The dialect of SQLite 3.15. Everything specific to SQLite that FairKit's statements need is here and nowhere else.
package struct SQLiteDialect: Dialect {
    package init() {}

    package func placeholder(_ number: Int) -> String { "?" }

    package func spelling(of token: SQLToken) -> String {
        switch token {
        case .noBytes: "x''"
        case .byteCount: "length"
        case .position: "instr"
        case .greatest: "MAX"
        case .unindexed: "+"
        case .unlimited: "-1"
        // The file is encrypted, so nothing is sealed.
        case .lookup, .lookupEnd: ""
        case .foldedLookup: "lower("
        case .foldedLookupEnd: ")"
        case .databaseTime: "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
        case .list: ""
        case .listOrder: "/*"
        case .listEnd: "*/"
        case .coded: "NULL /*"
        case .codedEnd: "*/"
        case .forUpdate: ""
        case .beginSnapshot: "BEGIN"
        }
    }

    /// A failed UPDATE, or INSERT of several rows, leaves its changes for the end of the transaction to undo.
    ///
    /// To undo a single statement, SQLite 3.15 would journal every page that it touches, and SQLCipher would encrypt
    /// these once more: 29 µs per row instead of 7. An INSERT of one row, and a DELETE, have no such journal.
    package var failureClause: String { " OR FAIL" }
}
