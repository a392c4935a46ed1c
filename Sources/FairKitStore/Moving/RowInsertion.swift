import FairKitVault
import Relational

/// Inserts the rows of one table, several by each statement: a round trip to a server costs more than a row.
///
/// Rows are inserted together if the same columns are NULL, and by numbers that are powers of two. So an engine prepares
/// few statements: PostgreSQL infers a type for each NULL.
struct RowInsertion: Sendable {
    /// SQLite binds at most 999 values.
    private static let mostValues = 999
    private static let mostRows = 64

    private let columns: Int
    private let cells: SealedCells
    /// For 1, 2, 4, … rows.
    private let statements: [SQL]

    init(_ table: ArchiveHeader.Table) {
        columns = table.columns.count
        cells = SealedCells(of: table.name, columns: table.columns)
        let names = table.columns.map { SQL(identifier: $0) }.joined(by: ", ")
        let places = table.columns.map { _ in "\(SQLValue.null)" as SQL }.joined(by: ", ")
        let most = min(RowInsertion.mostRows, max(1, RowInsertion.mostValues / columns))
        statements = sequence(first: 1) { $0 * 2 <= most ? $0 * 2 : nil }.map { count in
            let rows = [SQL](repeating: "(\(places))", count: count).joined(by: ", ")
            return "INSERT INTO \(SQL(identifier: table.name)) (\(names)) VALUES \(rows)"
        }
    }

    /// Inserts rows, in any order.
    func insert(_ rows: [[SQLValue]], in tx: borrowing WriteTransaction) throws(DatabaseError) {
        for alike in Dictionary(grouping: rows, by: { $0.map { $0 == .null } }).values {
            var start = 0
            while start < alike.count {
                let size = min(statements.count - 1, (alike.count - start).log2)
                let count = 1 << size
                try tx.run(try statement(alike[start..<start + count], size))
                start += count
            }
        }
    }

    private func statement(_ rows: ArraySlice<[SQLValue]>, _ size: Int) throws(DatabaseError) -> SQL {
        var sealings: [Sealing] = []
        for (index, row) in rows.enumerated() { sealings += try cells.sealings(of: row, after: index * columns) }
        return statements[size].binding(rows.flatMap { $0 }, sealings: sealings)
    }
}

extension Int {
    /// Of a positive number, rounded down.
    fileprivate var log2: Int { Int.bitWidth - 1 - leadingZeroBitCount }
}
