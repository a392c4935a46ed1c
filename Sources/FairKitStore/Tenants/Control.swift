import FairKitCore
import PostgreSQL
import Relational

/// The open list of all tenants. In files it is `control.db`, encrypted with a key of its own.
///
/// The operations of its transactions are in `Tenants.swift`.
package final class Control: Sendable {
    let engine: any Engine
    /// Where it is.
    let location: Location
    let health: StoreHealth

    /// Where the list is. See `Store.Location`.
    enum Location: Sendable {
        case file(ControlFile)
        /// The schema `control` of a PostgreSQL database.
        case schema

        /// The number of faults that the engine finds in the structure of its data.
        func faults(on connection: borrowing ReadTransaction) throws(DatabaseError) -> Int {
            switch self {
            case .file(let file): try file.faults(on: connection)
            case .schema: try connection.referenceFaultsOfSchema()
            }
        }
    }

    init(_ engine: any Engine, at location: Location, health: StoreHealth) {
        self.engine = engine
        self.location = location
        self.health = health
    }

    /// Runs a closure in a transaction; returns after the commit's fsync. See `Engine.write`.
    package func write<T: Sendable>(
        _ body: @escaping @Sendable (borrowing WriteTransaction) throws(DatabaseError) -> T
    ) async throws(DatabaseError) -> T {
        try await engine.write(body)
    }

    /// Runs a closure on a snapshot, without waiting for tenants' lists. See `Engine.read`.
    package func read<T: Sendable>(
        _ body: @escaping @Sendable (borrowing ReadTransaction) throws(DatabaseError) -> T
    ) async throws(DatabaseError) -> T {
        try await engine.read(lane: .urgent, body)
    }

    /// Finishes queued work and closes it.
    func close() {
        engine.close()
    }
}
