import Coordination
import EngineConformance
import PostgreSQL
import Relational
import Synchronization

/// A schema of its own in the server of the tests, with the tables of the rules.
final class PostgresEngine: TestEngine {
    /// Many tests share its connections, as tenants do.
    private static let shared = Result {
        try ConnectionPool(
            TestServer.shared.get().address(), password: nil,
            limits: .init(writers: 6, readers: 6, kept: 2, idle: idle, answer: idle, lock: idle)
        )
    }
    private static let thread = BlockingThread()
    /// Some closures wait for other work, on a busy machine for long.
    private static let idle = Duration.seconds(600)

    private static func limits(readers: Int, kept: Int) -> ConnectionPool.Limits {
        .init(
            writers: 2, readers: readers, kept: kept, idle: idle, snapshot: idle, answer: idle, lock: idle)
    }

    private let location: PostgresLocation
    let database: any Engine
    let traits = EngineTraits(storesZeroes: false, isDoomedByEachFailure: true)

    init() async throws {
        let location = try await PostgresEngine.thread.run { try TestPlace.make() }
        self.location = location
        database = try await PostgresEngine.thread.run {
            try PostgresDatabase.open(PostgresEngine.shared.get(), at: location)
        }
    }

    deinit { database.close() }

    func open(_ options: EngineOptions) async throws -> any Engine {
        let limits = PostgresEngine.limits(
            readers: options.threads ?? options.readers, kept: options.threads == nil ? 1 : 0)
        return try await PostgresEngine.thread.run { [location] in
            let pool = try ConnectionPool(TestServer.shared.get().address(), password: nil, limits: limits)
            return try PostgresDatabase.open(pool, at: location, observer: options.observer)
        }
    }

    func open(_ count: Int, threads: Int, kept: Int) async throws -> [any Engine] {
        try await PostgresEngine.thread.run {
            let pool = try ConnectionPool(
                TestServer.shared.get().address(), password: nil,
                limits: PostgresEngine.limits(readers: threads - kept, kept: kept))
            return try (0..<count).map { _ in try PostgresDatabase.open(pool, at: TestPlace.make()) }
        }
    }
}

/// Makes schemas, each with a role that may use no other one.
enum TestPlace {
    private static let count = Atomic(0)

    /// Makes an empty schema with the tables of the rules, a row in `head`, and the table of writers. It blocks.
    /// - Parameter server: nil: the server of all tests.
    static func make(on server: TestServer? = nil) throws -> PostgresLocation {
        let name = "tenant\(count.add(1, ordering: .relaxed).newValue)"
        let session = try PostgresSession((server ?? TestServer.shared.get()).address(), password: nil)
        for sql in [
            "CREATE ROLE \(name)", "CREATE SCHEMA \(name) AUTHORIZATION \(name)", "SET ROLE \(name)",
            "SET search_path TO \(name)", "CREATE TABLE head (commits BIGINT NOT NULL)", "INSERT INTO head VALUES (0)",
            "CREATE TABLE writer (id BYTEA PRIMARY KEY, number BIGINT NOT NULL, at BIGINT NOT NULL)",
        ] + Tables.statements(integer: "BIGINT", text: #"TEXT COLLATE "C""#, bytes: "BYTEA") {
            try session.control(SQL(stringLiteral: sql))
        }
        return try PostgresLocation(schema: name, role: name)
    }
}
