package import PostgreSQL
package import Relational
import Schemas
import Synchronization

/// A database for stores, of a user who may make schemas and roles, but is no administrator.
package struct TestStore: Sendable {
    /// The database of all tests, made by the first one.
    package static let shared = Result { try TestStore() }
    private static let count = Atomic<UInt64>(0)
    private let server: TestServer

    private init() throws {
        server = try TestServer.shared.get()
        let administrator = try PostgresSession(server.address(), password: nil)
        try administrator.control("CREATE ROLE store LOGIN CREATEROLE; CREATE ROLE weak LOGIN")
        for database: SQL in ["store", "weak"] {
            try administrator.control("CREATE DATABASE \(database) OWNER \(database)")
        }
        try session().make(.control, by: .control)
    }

    /// A session of the user, or of another one.
    package func session(user: String = "store", database: String = "store") throws -> PostgresSession {
        try PostgresSession(server.address(user: user, database: database), password: nil)
    }

    /// A session of the server's administrator in a database.
    package func administrator(database: String = "store") throws -> PostgresSession {
        try session(user: "fairkit", database: database)
    }

    /// Connections of the user for the stores of a test.
    package func pool(
        of database: String = "store", _ limits: ConnectionPool.Limits = ConnectionPool.Limits()
    ) throws -> ConnectionPool {
        try ConnectionPool(server.address(user: "store", database: database), password: nil, limits: limits)
    }

    /// A schema for a tenant that no other test has. It is not made yet.
    package static func schema() -> PostgresLocation {
        let number = count.add(1, ordering: .relaxed).newValue
        return PostgresLocation(tenant: (0..<16).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * (15 - $0))) })
    }
}

extension PostgresLocation {
    /// The schema, to be spliced into a statement.
    package var sql: SQL { SQL(stringLiteral: quotedSchema) }
}

extension SchemaSteps {
    package static let tenant = SchemaSteps(postgresBaseline, steps: migrations)
    package static let control = SchemaSteps(postgresControlBaseline, steps: controlMigrations)

    private init(_ baseline: (steps: Int, sql: [UInt8]), steps: [(name: String, sql: [UInt8])]) {
        func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        self.init(
            baseline: text(baseline.sql), version: baseline.steps,
            steps: steps.map { Migration(name: $0.name, sql: text($0.sql)) }, own: postgresSteps.mapValues(text))
    }

    /// A small schema at version 2, and steps after it.
    package static func example(_ later: [String] = []) -> SchemaSteps {
        SchemaSteps(
            baseline: """
                CREATE TABLE head (
                    id BIGINT NOT NULL PRIMARY KEY, schema_version BIGINT NOT NULL, commits BIGINT NOT NULL DEFAULT 0,
                    callers BIGINT NOT NULL DEFAULT 0);
                INSERT INTO head (id, schema_version) VALUES (1, 2);
                CREATE TABLE thing (id BIGINT NOT NULL PRIMARY KEY, words TEXT COLLATE "C");
                """,
            version: 2,
            steps: (["one", "two"] + later).enumerated().map { Migration(name: "m\($0.offset + 1)", sql: $0.element) },
            own: [:])
    }
}
