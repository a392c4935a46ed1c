import FairKitVault
import KeyRing
import PostgreSQL
import PostgresSupport
package import Relational
import SQLCipher

/// A connection to the store of a test beside the store's own: with the file's key, or as the database's user.
package final class ForeignConnection: Sendable {
    private enum End: Sendable {
        case file(Database)
        case schema(PostgresLocation)
    }
    private let end: End

    package init(to place: TestPlace) throws {
        if let schema = place.schemaName {
            end = .schema(schema)
            return
        }
        let folder = place.directory.tenant
        let key = try TenantKey(
            contentsOf: DataDirectory.key(in: folder), tenant: DataDirectory.defaultTenant, wrappedBy: place.master)
        end = .file(
            try Database.open(
                path: DataDirectory.database(in: folder), key: CipherKey(key.bytes), migrations: Schema.tenant))
    }

    /// Runs statements in one transaction.
    /// - Returns: how many rows they changed.
    @discardableResult
    package func run(_ statements: [SQL]) async throws -> Int {
        switch end {
        case .file(let database):
            return try await database.write { (tx) throws(DatabaseError) in
                var changed = 0
                for statement in statements { changed += try tx.rowsChanged(by: statement) }
                return changed
            }
        case .schema(let place):
            let session = try TestStore.shared.get().administrator()
            try session.begin()
            // As the owner of the schema.
            try session.control("SET LOCAL search_path TO \(place.sql), pg_temp")
            var changed = 0
            for statement in statements { changed += try session.rowsChanged(by: statement) }
            try session.commit()
            return changed
        }
    }

    package func close() {
        if case .file(let database) = end { database.close() }
    }
}
