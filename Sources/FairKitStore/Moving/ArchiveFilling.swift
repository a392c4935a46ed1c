import Coordination
import FairKitCore
package import FairKitVault
import KeyRing
package import Relational
import Synchronization

/// Fills the tables of a new tenant with the rows of an archive, a transaction for each piece.
package final class ArchiveFilling: Sendable {
    package let header: ArchiveHeader
    private let path: String
    private let reader: Mutex<ArchiveReader>
    /// Reading and opening a piece blocks for some milliseconds.
    private let thread = BlockingThread()
    private let insertions: [RowInsertion]
    private let limits: [[ClosedRange<Int64>]]

    /// - Parameter path: where the archive is, for errors.
    package init(_ reader: consuming ArchiveReader, named path: String) {
        header = reader.header
        self.path = path
        insertions = header.tables.map { RowInsertion($0) }
        limits = header.tables.map { MovedLimits.of($0) }
        self.reader = Mutex(reader)
    }

    /// Fills the tables, from which the rows of the schema itself are deleted first. Then they are read once more: the same
    /// rows make the same pieces, so they must have the archive's digest.
    /// - Returns: the end of the archive. All rows are in the tables then.
    package func fill(_ database: any Engine) async throws(ArchiveError) -> ArchiveEnd {
        let end = try await insert(into: database)
        let tables = header.tables
        let digest: Result<[UInt8], ArchiveError>
        do throws(DatabaseError) {
            digest = try await database.readOnDedicatedConnection { connection throws(DatabaseError) in
                do throws(ArchiveError) { return .success(try connection.digest(of: tables)) } catch {
                    return .failure(error)
                }
            }
        } catch { throw .database(error) }
        guard try digest.get() == end.digest else {
            throw .inconsistent(path: path, difference: "the rows that were written are not those of the archive")
        }
        return end
    }

    private func insert(into database: any Engine) async throws(ArchiveError) -> ArchiveEnd {
        let (progress, tables) = (WorkProgress.current, header.tables)
        try await write(to: database) { (tx) throws(DatabaseError) in
            for table in tables.reversed() { try tx.run("DELETE FROM \(SQL(identifier: table.name))") }
        }
        let own: [String: String]
        do throws(DatabaseError) {
            own = try await database.readOnDedicatedConnection { (tx) throws(DatabaseError) in try tx.ownReferences() }
        } catch { throw .database(error) }
        // Rows of the present table that refer to others of it.
        var references = OwnReferences()
        while true {
            if progress?.now.isStopped ?? false { throw .file(.interrupted) }
            let content = try await thread.run { () throws(ArchiveError) in
                try self.reader.withLock { (reader) throws(ArchiveError) in try reader.next() }
            }
            switch content {
            case .rows(let place, let rows):
                if let column = tables[place].columnOutsideLimits(limits[place], in: rows) {
                    throw .unsound(
                        path: path,
                        findings: "The table \(tables[place].name) has a value in \(column) that FairKit never writes.")
                }
                if place != references.table { try await fill(database, references) }
                let held = references.take(rows, of: place, in: tables[place], own: own[tables[place].name])
                let insertion = insertions[place]
                try await write(to: database) { (tx) throws(DatabaseError) in try insertion.insert(held, in: tx) }
                progress?.did(rows.count)
            case .end(let end):
                try await fill(database, references)
                return end
            }
        }
    }

    private func fill(_ database: any Engine, _ references: OwnReferences) async throws(ArchiveError) {
        guard let place = references.table, let column = references.column, !references.rows.isEmpty else { return }
        let table = header.tables[place]
        let (name, key) = (SQL(identifier: table.name), SQL(identifier: table.columns[0]))
        let filled = SQL(identifier: table.columns[column])
        for start in stride(from: 0, to: references.rows.count, by: 10_000) {
            let some = references.rows[start..<min(start + 10_000, references.rows.count)]
            try await write(to: database) { (tx) throws(DatabaseError) in
                for row in some {
                    try tx.run("UPDATE \(name) SET \(filled) = \(row.reference) WHERE \(key) = \(row.key)")
                }
            }
        }
    }

    private func write(
        to database: any Engine, _ body: @escaping @Sendable (borrowing WriteTransaction) throws(DatabaseError) -> Void
    ) async throws(ArchiveError) {
        do { try await database.write(body) } catch { throw .database(error) }
    }
}

/// Rows of one table that refer to others of it: their reference is filled once all are there.
private struct OwnReferences {
    private(set) var table: Int?
    private(set) var column: Int?
    private(set) var rows: [(key: SQLValue, reference: SQLValue)] = []

    /// - Returns: the rows without these references.
    mutating func take(
        _ new: [[SQLValue]], of place: Int, in table: ArchiveHeader.Table, own: String?
    ) -> [[SQLValue]] {
        if place != self.table { self = OwnReferences() }
        self.table = place
        column = own.flatMap { table.columns.firstIndex(of: $0) }
        guard let column else { return new }
        return new.map { row in
            guard row[column] != .null else { return row }
            rows.append((row[0], row[column]))
            var without = row
            without[column] = .null
            return without
        }
    }
}
