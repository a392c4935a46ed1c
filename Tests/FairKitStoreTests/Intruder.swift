import FairKitCore
import FairKitStore
import KeyRing
import Relational
import SQLCipher
import Schemas

/// An attacker with the key of the database, but not the audit secret, on a connection of their own.
final class Intruder: Sendable {
    private let database: Database

    private static let tables = ["audit", "audit_patient", "audit_checkpoint"]

    init(_ scratch: Scratch) throws {
        let key = try TenantKey(
            contentsOf: "\(scratch.tenant)/key.json", tenant: "default", wrappedBy: Scratch.master())
        database = try Database.open(
            path: "\(scratch.tenant)/health.db", key: CipherKey(key.bytes),
            migrations: migrations.map { Migration(name: $0.name, sql: String(decoding: $0.sql, as: UTF8.self)) })
    }

    /// Saves the present tables.
    func remember() async throws {
        try await run(
            Intruder.tables.map { SQL(stringLiteral: "CREATE TABLE remembered_\($0) AS SELECT * FROM \($0)") })
    }

    /// Restores the saved tables.
    func undo() async throws {
        try await run(
            Intruder.tables.flatMap {
                [
                    SQL(stringLiteral: "DELETE FROM \($0)"),
                    SQL(stringLiteral: "INSERT INTO \($0) SELECT * FROM remembered_\($0)"),
                ]
            })
    }

    /// How many rows the statements changed.
    @discardableResult
    func run(_ statements: [SQL]) async throws -> Int {
        try await database.write { (tx) throws(DatabaseError) in
            var changed = 0
            for statement in statements { changed += try tx.run(statement) }
            return changed
        }
    }

    func close() {
        database.close()
    }
}
