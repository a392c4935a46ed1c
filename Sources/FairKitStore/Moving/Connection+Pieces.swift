import FairKitCore
import FairKitVault
import KeyRing
import Relational

extension Connection {
    /// The tables that an export reads, with their numbers of rows.
    func movedTables() throws(DatabaseError) -> [ArchiveHeader.Table] {
        try MovedTable.all.map { (table) throws(DatabaseError) in
            ArchiveHeader.Table(
                name: table.name, columns: table.columns, key: table.key.count,
                rows: try number("SELECT COUNT(*) FROM \(SQL(identifier: table.name))"))
        }
    }
}

extension Connection where Access == Reading {
    /// Passes all rows of tables to a closure, as pieces of an archive: the same rows make the same pieces.
    ///
    /// Rows are read some at a time in the order of their key, so memory holds one piece.
    func eachPiece(
        of tables: [ArchiveHeader.Table], watchedBy progress: WorkProgress? = nil,
        _ body: (ArchivedRows) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        for (place, table) in tables.enumerated() {
            var piece = ArchivedRows(of: place)
            var read = RowsRead()
            while !read.isAtEnd {
                if progress?.now.isStopped ?? false { throw .file(.interrupted) }
                do throws(DatabaseError) { try readSome(of: table, into: &piece, &read) } catch {
                    throw .database(error)
                }
                guard piece.isFull || read.isAtEnd, piece.rows > 0 else { continue }
                try body(piece)
                progress?.did(piece.rows)
                piece = ArchivedRows(of: place)
            }
        }
    }

    private func readSome(
        of table: ArchiveHeader.Table, into piece: inout ArchivedRows, _ read: inout RowsRead
    ) throws(DatabaseError) {
        let atOnce = MovedTable.named(table.name)?.atOnce ?? 500
        let columns = table.columns.map { SQL(identifier: $0) }
        let order = (table.key > 0 ? columns.prefix(table.key) : columns[...]).map(\.self).joined(by: ", ")
        let later: SQL =
            if let last = read.last { "WHERE (\(order)) > (\(last.map { "\($0)" as SQL }.joined(by: ", ")))" } else {
                ""
            }
        let limit: SQL = table.key > 0 ? "\(atOnce)" : "\(.unlimited)"
        var count = 0
        var last = read.last
        try session.eachRow(
            of: """
                SELECT \(columns.joined(by: ", ")) FROM \(SQL(identifier: table.name)) \(later)
                ORDER BY \(order) LIMIT \(limit)
                """
        ) { (row) throws(DatabaseError) in
            try piece.append(row, columns: columns.count)
            count += 1
            guard table.key > 0 else { return true }
            // The next rows come after the last one that is kept.
            if count == atOnce || piece.isFull {
                var key: [SQLValue] = []
                for column in 0..<table.key { key.append(try row.value(column)) }
                last = key
            }
            return !piece.isFull
        }
        read = RowsRead(last: last, isAtEnd: table.key == 0 || (count < atOnce && !piece.isFull))
    }

    /// The digest of all rows of tables, as the end of an archive has it.
    func digest(of tables: [ArchiveHeader.Table]) throws(ArchiveError) -> [UInt8] {
        var digest = RowDigest()
        try eachPiece(of: tables) { (piece) throws(ArchiveError) in
            do throws(KeyError) { try digest.add(piece.bytes) } catch { throw .key(error) }
        }
        return digest.value
    }
}

/// How far the rows of a table were read.
private struct RowsRead {
    /// The key of the last row; nil: none was read.
    var last: [SQLValue]?
    var isAtEnd = false
}
