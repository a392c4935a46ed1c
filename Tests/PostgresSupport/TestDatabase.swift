package import PostgreSQL
import Relational
import Synchronization

/// A database of the tests' server for one installation. It is dropped when this value ends.
package final class TestDatabase: Sendable {
    private static let count = Atomic<UInt64>(0)

    private let name: String
    private let store: TestStore
    package let pool: ConnectionPool

    /// - Parameter other: the database that is copied, as if its servers had been killed; nil: it is empty.
    package init(copyOf other: TestDatabase? = nil) throws {
        store = try TestStore.shared.get()
        name = "house_\(TestDatabase.count.add(1, ordering: .relaxed).newValue)"
        pool = try store.pool(of: name, ConnectionPool.Limits(writers: 2, readers: 2))
        let administrator = try store.administrator()
        guard let other else {
            try administrator.control(SQL(stringLiteral: "CREATE DATABASE \(name) OWNER store"))
            return
        }
        try administrator.control(SQL(stringLiteral: "ALTER DATABASE \(other.name) ALLOW_CONNECTIONS false"))
        try administrator.control(
            SQL(
                stringLiteral:
                    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '\(other.name)'"))
        try administrator.control(SQL(stringLiteral: "CREATE DATABASE \(name) OWNER store TEMPLATE \(other.name)"))
        for name in [name, other.name] {
            try administrator.control(SQL(stringLiteral: "ALTER DATABASE \(name) ALLOW_CONNECTIONS true"))
        }
    }

    /// A session of the server's administrator.
    package func administrator() throws -> PostgresSession { try store.administrator(database: name) }

    /// As settings name it.
    package var address: String {
        get throws {
            let server = try TestServer.shared.get()
            return "postgres://store@\(server.encodedFolder):\(server.port)/\(name)"
        }
    }

    deinit {
        // A database that stays ends with the server.
        try? store.administrator().control(SQL(stringLiteral: "DROP DATABASE \(name) WITH (FORCE)"))
    }
}
