import FairKitStore
import Relational
import Support

/// An attacker with the key of the file, or with the rights of the database's user, but not the audit secret, on a
/// connection of their own.
final class Intruder: Sendable {
    private let connection: ForeignConnection

    private static let tables = ["audit", "audit_block", "audit_checkpoint"]

    init(_ place: TestPlace) throws { connection = try ForeignConnection(to: place) }

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
    func run(_ statements: [SQL]) async throws -> Int { try await connection.run(statements) }

    func close() { connection.close() }
}
