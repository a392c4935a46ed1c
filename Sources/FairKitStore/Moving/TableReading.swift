import FairKitVault
import KeyRing
import Relational

/// Reads the rows of one table for an archive, some at a time, in the order of their key: by numbers and bytes, so in the
/// same order in every engine.
///
/// Where columns are sealed, the stored key has another order than the plain one. There the rows with equal columns before
/// the sealed one are kept in memory until all of them are read: the searches of one account, the requests of one caller.
struct TableReading {
    private let table: ArchiveHeader.Table
    private let cells: SealedCells
    private let columns: SQL
    /// The columns of the key, as they are compared.
    private let order: SQL
    private let atOnce: Int
    /// Where the sealed column of the key is; nil: it has none.
    private let sealedIndex: Int?
    /// The key of the last row; nil: none was read.
    private var last: [SQLValue]?
    /// Rows that are not in their order yet, with their plain key.
    private var kept: [(key: [UInt8], row: [UInt8])] = []
    /// The values that these rows have in common: the columns of the key before the sealed one.
    private var common: [SQLValue] = []
    private(set) var isAtEnd = false

    init(_ table: ArchiveHeader.Table) {
        self.table = table
        let cells = SealedCells(of: table.name, columns: table.columns)
        let names = table.columns.map { SQL(identifier: $0) }
        columns = names.joined(by: ", ")
        sealedIndex = (0..<table.key).first { cells.isSealed($0) }
        order = (table.key > 0 ? names.prefix(table.key) : names[...]).enumerated()
            .map { cells.isSealed($0) ? "\(lookup: $1)" : $1 }.joined(by: ", ")
        atOnce = MovedTable.atOnce(table.name)
        self.cells = cells
    }

    /// The next rows, as a piece has them; perhaps none, though this is not the end.
    mutating func next(on connection: borrowing ReadTransaction) throws(DatabaseError) -> [[UInt8]] {
        let later: SQL =
            if let last { "WHERE (\(order)) > (\(last.map { "\($0)" as SQL }.joined(by: ", ")))" } else { "" }
        // Without a key the table is small, and is read at once.
        let limit: SQL = table.key > 0 ? "\(atOnce)" : "\(.unlimited)"
        var (rows, count): ([[UInt8]], Int) = ([], 0)
        try connection.session.eachRow(
            of: "SELECT \(columns) FROM \(SQL(identifier: table.name)) \(later) ORDER BY \(order) LIMIT \(limit)"
        ) { (row) throws(DatabaseError) in
            let values = try cells.values(of: row, columns: table.columns.count)
            count += 1
            if count == atOnce { last = try key(of: row, values) }
            if row.isSealed, let sealedIndex {
                if common != Array(values[..<sealedIndex]) { rows += takeKept() }
                common = Array(values[..<sealedIndex])
                kept.append((values[sealedIndex].bytes, ArchivedRows.encoded(values)))
            } else {
                rows.append(ArchivedRows.encoded(values))
            }
            return true
        }
        isAtEnd = table.key == 0 || count < atOnce
        if isAtEnd { rows += takeKept() }
        return rows
    }

    /// The key as it is compared: of a sealed value, the lookup.
    private func key(of row: borrowing Row, _ values: [SQLValue]) throws(DatabaseError) -> [SQLValue] {
        var key = Array(values[..<table.key])
        guard row.isSealed, let sealedIndex else { return key }
        key[sealedIndex] = .blob(Array(try row.value(sealedIndex, as: [UInt8].self).prefix(ColumnCipher.lookupLength)))
        return key
    }

    private mutating func takeKept() -> [[UInt8]] {
        defer { kept = [] }
        return kept.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.row)
    }
}

extension SQLValue {
    /// The bytes by which texts and blobs are ordered.
    fileprivate var bytes: [UInt8] {
        switch self {
        case .text(let text): Array(text.utf8)
        case .blob(let bytes): bytes
        case .null, .integer: []
        }
    }
}
