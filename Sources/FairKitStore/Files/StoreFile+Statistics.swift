import FairKitCore
import FairKitVault
import Relational
import SQLCipher

/// How large a file is, and what it contains.
struct FileFigures: Sendable {
    /// The sizes of the file and of its write-ahead log in bytes.
    let bytes: Int
    let logBytes: Int
    /// The size of a page in bytes.
    let pageSize: Int
    let pages: Int
    /// Empty pages, which are reused first.
    let freePages: Int
    let schemaVersion: Int
    /// The highest row numbers.
    let rows: RowCounts
    /// When the log was last copied into the file; nil: never since it was opened.
    let lastCheckpoint: Timestamp?
}

extension StoreFile {
    /// The figures of the file on a snapshot.
    func figures(on connection: borrowing ReadTransaction) throws(DatabaseError) -> FileFigures {
        let pages = try connection.filePages()
        return FileFigures(
            bytes: fileSize(database.path) ?? 0, logBytes: fileSize(database.path + "-wal") ?? 0,
            pageSize: pages.size, pages: pages.count, freePages: pages.free, schemaVersion: pages.schemaVersion,
            rows: try connection.highestRows(),
            lastCheckpoint: database.lastCheckpoint.map { Timestamp(milliseconds: $0) })
    }

    /// The highest row numbers of tables. See `Connection.highestRows`.
    func highestRows(of tables: [String], on connection: borrowing ReadTransaction) throws(DatabaseError) -> [Int] {
        try connection.numberedRows(of: tables)
    }

    /// Reads the sizes from the file system. No file is opened, since closing one would drop SQLite's locks on it.
    var sizes: StoreSizes {
        StoreSizes(database: fileSize(database.path) ?? 0, wal: fileSize(database.path + "-wal") ?? 0)
    }
}

extension Connection {
    /// The highest row numbers of a file, found without reading the tables. They equal the numbers of rows as long as
    /// none is deleted; only erasing a person deletes from these tables.
    func highestRows() throws(DatabaseError) -> RowCounts { RowCounts(try numberedRows(of: RowCounts.tables)) }

    /// The highest row numbers of tables, without the numbers that epochs left out.
    fileprivate func numberedRows(of tables: [String]) throws(DatabaseError) -> [Int] {
        var rows = try highestRows(of: tables)
        for epoch in try epochs().map({ Int($0) }).reversed() {
            for (place, table) in tables.enumerated() where Epoch.numbered.contains(table) && rows[place] >= epoch {
                let before = try number(
                    "SELECT COALESCE(MAX(number), 0) FROM \(SQL(identifier: table)) WHERE number < \(epoch)")
                rows[place] -= epoch - before
            }
        }
        return rows
    }
}
