import FairKitCore
import Relational

/// Which columns of whole rows are sealed, and by which values of the same row: for what treats all tables alike. In a
/// file none is.
struct SealedCells: Sendable {
    private struct Cell {
        let place: Int
        let column: SealedColumn
        /// The places of its row's key.
        let key: [Int]
        /// The place of what its lookup is made of, too.
        let lookedUpWith: Int?
    }

    /// A cell comes after those that it is bound to.
    private let cells: [Cell]

    /// - Parameter columns: in the order of each row's values.
    init(of table: String, columns: [String]) {
        cells = columns.enumerated().compactMap { place, name in
            guard let column = SealedColumn(name, of: table) else { return nil }
            return Cell(
                place: place, column: column, key: column.rowKey.compactMap { columns.firstIndex(of: $0) },
                lookedUpWith: column.lookedUpWith.flatMap { columns.firstIndex(of: $0) })
        }
    }

    /// Whether the column at a place is sealed.
    func isSealed(_ place: Int) -> Bool { cells.contains { $0.place == place } }

    /// The plain values of a row's first columns.
    func values(of row: borrowing Row, columns: Int) throws(DatabaseError) -> [SQLValue] {
        var values: [SQLValue] = []
        values.reserveCapacity(columns)
        for place in 0..<columns { values.append(try row.value(place)) }
        guard row.isSealed else { return values }
        for cell in cells {
            let key = try rowKey(of: cell, in: values)
            values[cell.place] = try row.value(cell.place, unsealing: cell.column, of: key)
        }
        return values
    }

    /// The sealings of a row's plain values when they are written.
    /// - Parameter start: how many bindings of the statement come before.
    func sealings(of values: [SQLValue], after start: Int) throws(DatabaseError) -> [Sealing] {
        var sealings: [Sealing] = []
        for cell in cells where values[cell.place] != .null {
            let key = try rowKey(of: cell, in: values)
            sealings.append(
                Sealing(
                    position: start + cell.place, form: .value(cell.column, key),
                    lookedUpBy: try lookedUp(by: cell, in: values)))
        }
        return sealings
    }

    private func rowKey(of cell: Cell, in values: [SQLValue]) throws(DatabaseError) -> RowKey {
        switch cell.key.count {
        case 1: return .one(values[cell.key[0]])
        case 2: return .two(values[cell.key[0]], values[cell.key[1]])
        default: throw .unsealable("\(cell.column.rawValue) is without the columns that it is bound to")
        }
    }

    private func lookedUp(by cell: Cell, in values: [SQLValue]) throws(DatabaseError) -> (@Sendable () -> String)? {
        guard cell.column.lookedUpWith != nil else { return nil }
        guard let place = cell.lookedUpWith, case .text(let name) = values[place],
            let date = CalendarDate(sqlValue: values[cell.place])
        else { throw .unsealable("\(cell.column.rawValue) is without what it is looked up by") }
        return { FairKitStore::lookedUp(date, of: name) }
    }
}
