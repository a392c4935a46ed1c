package import PostgreSQL
import Relational
import Synchronization

/// A database of its own on the tests' server, for an installation that no other test has.
package struct TestDatabase: Sendable {
    private static let count = Atomic<Int>(0)
    /// Of the user who may make schemas and roles.
    package let pool: ConnectionPool
    private let name: String

    package init() throws {
        name = "installation_\(TestDatabase.count.add(1, ordering: .relaxed).newValue)"
        try TestStore.shared.get().administrator().control(SQL(stringLiteral: "CREATE DATABASE \(name) OWNER store"))
        pool = try ConnectionPool(TestServer.shared.get().address(user: "store", database: name), password: nil)
    }

    /// A session of the server's administrator.
    package func administrator() throws -> PostgresSession {
        try TestStore.shared.get().administrator(database: name)
    }
}
