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
            rows: RowCounts(try connection.rows(of: RowCounts.tables)),
            lastCheckpoint: database.lastCheckpoint.map { Timestamp(milliseconds: $0) })
    }

    /// About how many rows tables have. See `Connection.rows(of:)`.
    func rows(of tables: [String], on connection: borrowing ReadTransaction) throws(DatabaseError) -> [Int] {
        try connection.rows(of: tables)
    }

    /// Reads the sizes from the file system. No file is opened, since closing one would drop SQLite's locks on it.
    var sizes: StoreSizes {
        StoreSizes(database: fileSize(database.path) ?? 0, wal: fileSize(database.path + "-wal") ?? 0)
    }
}

extension Connection {
    /// The numbers of rows of tables. Tables without row numbers are counted, by the smallest index. Of the others, the
    /// highest row number is found without reading them; it is exact as long as no row is deleted, and only erasing a
    /// person deletes rows.
    fileprivate func rows(of tables: [String]) throws(DatabaseError) -> [Int] {
        try tables.map { (table) throws(DatabaseError) in
            try RowCounts.inKeys.contains(table)
                ? number("SELECT COUNT(*) FROM \(SQL(identifier: table))") : numberedRows(of: [table])[0]
        }
    }

    /// The highest row numbers of tables, without the numbers that epochs left out.
    func numberedRows(of tables: [String]) throws(DatabaseError) -> [Int] {
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
