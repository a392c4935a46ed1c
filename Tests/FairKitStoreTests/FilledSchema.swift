import FairKitCore
import FairKitStore
import FairKitVault
import KeyRing
import PostgreSQL
import PostgresSupport
import Relational

/// A tenant's schema that is filled with the rows of an archive, as an import does it.
final class FilledSchema: Sendable {
    let place: PostgresLocation
    let database: PostgresDatabase
    private let keys: TenantKeys
    private let owner: String

    /// - Parameter path: the archive.
    init(_ path: String, key: MasterKey) async throws {
        let reader = try ArchiveReader(path, key: key)
        let place = TestStore.schema()
        let store = try TestStore.shared.get()
        try store.session().make(place, by: .tenant)
        owner = reader.header.sealedAs
        guard let keys = try TenantKeys.moved(reader.secrets, sealedAs: reader.header.sealedAs) else {
            throw DatabaseError.closed
        }
        (self.keys, self.place) = (keys, place)
        database = try PostgresDatabase.open(
            try store.pool(), at: place, head: "UPDATE head SET commits = commits + 1",
            sealer: TenantColumnSealer(ColumnCipher(tenant: place.schema, keys: try keys.digests)))
        _ = try await ArchiveFilling(reader, named: path).fill(database)
    }

    deinit { database.close() }

    func export(_ tenant: Tenant, to path: String, key: MasterKey) async throws {
        _ = try await database.export(
            tenant, sealedAs: owner, secrets: keys.moving, to: path, key: key, at: Example.now)
    }
}

/// All that an archive holds.
struct ArchiveContents: Equatable {
    let tables: [ArchiveHeader.Table]
    let end: ArchiveEnd
    private(set) var rows: [String: [[SQLValue]]] = [:]

    init(_ path: String, key: MasterKey) throws {
        var reader = try ArchiveReader(path, key: key)
        tables = reader.header.tables
        while true {
            switch try reader.next() {
            case .rows(let table, let some): rows[tables[table].name, default: []] += some
            case .end(let end):
                self.end = end
                return
            }
        }
    }

    /// The values of a column that are not NULL.
    func values(_ column: String, of table: String) -> [SQLValue] {
        guard let place = tables.first(where: { $0.name == table })?.columns.firstIndex(of: column) else { return [] }
        return (rows[table] ?? []).map { $0[place] }.filter { $0 != .null }
    }
}
