import FairKitCore
import FairKitVault
import PostgreSQL
import Relational

/// The schema of a PostgreSQL database in which a tenant's store is.
package final class StoreSchema: Sendable {
    let database: PostgresDatabase
    /// The schema and its role.
    let location: PostgresLocation

    init(_ database: PostgresDatabase, at location: PostgresLocation) {
        self.database = database
        self.location = location
    }

    /// Names the schema in the error of a read or a write.
    func failure(_ error: DatabaseError) -> StoreError { .database(schema: location.schema, error) }

    /// The figures of the schema on a snapshot. The database's log is not the tenant's, so it has no size here.
    func figures(on connection: borrowing ReadTransaction) throws(DatabaseError) -> FileFigures {
        let (bytes, page) = try connection.sizesOfSchema()
        return FileFigures(
            bytes: bytes, logBytes: 0, pageSize: page, pages: bytes / max(1, page), freePages: 0,
            schemaVersion: try connection.number("SELECT schema_version FROM head"),
            rows: RowCounts(try connection.rowEstimates(of: RowCounts.tables)), lastCheckpoint: nil)
    }
}
