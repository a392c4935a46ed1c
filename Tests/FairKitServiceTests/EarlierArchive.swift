import FairKitCore
import FairKitStore
import FairKitVault
import KeyRing
import Relational

extension ArchiveHeader.Table {
    /// Without the columns of the audit log that came later.
    fileprivate var earlier: ArchiveHeader.Table {
        ArchiveHeader.Table(name: name, columns: kept.map { columns[$0] }, key: key, rows: rows)
    }

    fileprivate var kept: [Int] {
        columns.indices.filter { name != "audit" || !["patients", "sets_back"].contains(columns[$0]) }
    }
}

extension ArchiveHeader {
    /// The same at an earlier version, in which some tables did not exist.
    fileprivate func earlier(_ version: Int, without later: Set<String>) throws -> ArchiveHeader {
        guard let moved else { throw DatabaseError.closed }
        return ArchiveHeader(
            schemaVersion: version, tenant: moved, exportedAt: .init(milliseconds: exportedAt),
            isSuspended: isSuspended,
            sealedAs: sealedAs, audit: audit, tables: tables.filter { !later.contains($0.name) }.map(\.earlier))
    }
}

/// Writes an archive again as an earlier version of FairKit would have written it: without the tables and columns that came later.
func writeEarlierArchive(
    of path: String, to earlier: String, key: MasterKey, version: Int, without later: Set<String>
) throws {
    var reader = try ArchiveReader(path, key: key)
    let header = try reader.header.earlier(version, without: later)
    var writer = try ArchiveWriter.begin(earlier, header, secrets: reader.secrets, key: key)
    while case .rows(let place, let some) = try reader.next() {
        let table = reader.header.tables[place]
        guard let new = header.tables.firstIndex(where: { $0.name == table.name }) else { continue }
        var piece = ArchivedRows(of: new)
        for row in some { piece.append(ArchivedRows.encoded(table.kept.map { row[$0] })) }
        try writer.add(piece)
    }
    _ = try writer.finish(key: key)
}
