/// SQLite 3.15's way of writing. What only SQLite knows, and the statements of FairKit's tables need, stands here and nowhere else.
package struct SQLiteDialect: Dialect {
    package init() {}

    package func placeholder(_ number: Int) -> String { "?" }

    package func spelling(of token: SQLToken) -> String {
        switch token {
        case .rowNumber: "rowid"
        case .addedRowNumber: "last_insert_rowid()"
        case .noBytes: "x''"
        case .byteCount: "length"
        case .position: "instr"
        case .greatest: "MAX"
        case .storedType: "typeof"
        case .integerType: "'integer'"
        case .shiftedLeft: "<<"
        case .unindexed: "+"
        case .unlimited: "-1"
        }
    }

    /// An UPDATE that fails leaves what it has changed, for the transaction's end to undo.
    ///
    /// To be able to undo a statement alone, SQLite 3.15 journals every page that it touches, and SQLCipher encrypts these
    /// once more: 29 µs for a row, 7 without. An INSERT of one row, and a DELETE, have no such journal.
    package var update: String { "UPDATE OR FAIL" }
}
