import FairKitVault
import Relational

/// The exceptions to what the catalogue of a database says of the tables that an export reads.
package enum MovedTable {
    /// Tables whose rows stay behind, each with the reason; some are in a database only. All others move whole.
    ///
    /// Rows that are easily taken for theirs move, too. Keys of idempotency: a client that repeats a request after the
    /// move gets the first answer. Messages that wait: the location that the tenant left is suspended, and sends none.
    /// Sessions: their ids are in the audit log; they end on arrival.
    package static let left = [
        "challenge": "A sign-in that is not complete begins again.",
        "head": "It has the version of its own schema, and counts its commits.",
        "refresh_token": "Everyone signs in again.",
        "sending_budget": "Budgets of messages are full again within a day.",
        "stream_ticket": "It opens a stream within half a minute; the browser gets another.",
        "writer": "Its rows are about processes that write to its own schema.",
    ]

    /// A column of moved tables that stays behind: its codes are made by the keys and the location of a database.
    package static let leftColumn = "rights"

    /// The keys that hold a sealed column: in PostgreSQL they are indexes on its lookup, and no primary keys.
    private static let sealedKeys = [
        "idempotency": ["actor", "route", "key"], "saved_search": ["account_id", "name"],
    ]

    /// How many rows are read at once: fewer where rows have photos.
    static func atOnce(_ table: String) -> Int { ["kit_photo", "profile_photo"].contains(table) ? 16 : 500 }

    /// The columns by which the rows of a table are ordered and read in pieces; empty: it has no key, is small, and is
    /// read at once.
    fileprivate static func key(of table: CatalogueTable) -> [String] { sealedKeys[table.name] ?? table.key }
}

extension Connection {
    /// The tables that an export reads, each after those that it refers to, with their numbers of rows.
    func movedTables() throws(DatabaseError) -> [ArchiveHeader.Table] {
        try catalogue().filter { MovedTable.left[$0.name] == nil }.inOrderOfReferences
            .map { (table) throws(DatabaseError) in
                let key = MovedTable.key(of: table)
                let others = table.columns.filter { !key.contains($0) && $0 != MovedTable.leftColumn }
                return ArchiveHeader.Table(
                    name: table.name, columns: key + others, key: key.count,
                    rows: try number("SELECT COUNT(*) FROM \(SQL(identifier: table.name))"))
            }
    }

    /// The columns that refer to another row of their own table, which may come later, by table: they are filled after
    /// all rows.
    func ownReferences() throws(DatabaseError) -> [String: String] {
        let own = try catalogue().compactMap { table in
            table.references.first { $0.parent == table.name }.map { (table.name, $0.columns[0].from) }
        }
        return Dictionary(uniqueKeysWithValues: own)
    }
}

extension [CatalogueTable] {
    /// Each after those that it refers to, and else as they are: the same order in every engine.
    fileprivate var inOrderOfReferences: [CatalogueTable] {
        var (ordered, rest): ([CatalogueTable], [CatalogueTable]) = ([], self)
        while !rest.isEmpty {
            let waiting = Set(rest.map(\.name))
            let isReady = { (table: CatalogueTable) in
                table.references.allSatisfy { $0.parent == table.name || !waiting.contains($0.parent) }
            }
            let next = rest.filter(isReady)
            // A circle would end the import with the database's own error.
            guard !next.isEmpty else { return ordered + rest }
            ordered += next
            rest.removeAll(where: isReady)
        }
        return ordered
    }
}
