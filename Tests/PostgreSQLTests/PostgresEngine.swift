import Coordination
import EngineConformance
import PostgreSQL
import Relational
import Synchronization

/// A schema of its own in the server of the tests, with a connection for writes and another for reads.
final class PostgresEngine: TestEngine {
    private static let count = Atomic(0)
    private let thread = BlockingThread()
    private let writing = Mutex<PostgresSession?>(nil)
    private let reading = Mutex<PostgresSession?>(nil)
    let traits = EngineTraits(storesZeroes: false, isDoomedByEachFailure: true)

    init() async throws {
        let schema = SQL(stringLiteral: "test\(PostgresEngine.count.add(1, ordering: .relaxed).newValue)")
        let tables = Tables.statements(integer: "BIGINT", text: #"TEXT COLLATE "C""#, bytes: "BYTEA")
        try await thread.run { [self] in
            let address = try TestServer.shared.get().address()
            try writing.withLock { session in
                let made = try PostgresSession(address, password: nil)
                try made.control("CREATE SCHEMA \(schema)")
                try made.control("SET search_path TO \(schema)")
                for table in tables { try made.control(SQL(stringLiteral: table)) }
                session = made
            }
            try reading.withLock { session in
                let made = try PostgresSession(address, password: nil)
                try made.control("SET search_path TO \(schema)")
                session = made
            }
        }
    }

    func write<T: Sendable>(
        _ body: @escaping @Sendable (borrowing WriteTransaction) throws(DatabaseError) -> T
    ) async throws(DatabaseError) -> T {
        try await thread.run { [self] () throws(DatabaseError) in
            try writing.withLock { session throws(DatabaseError) in
                guard let session else { throw .closed }
                try session.begin()
                return try session.finish(body)
            }
        }
    }

    func read<T: Sendable>(
        _ body: @escaping @Sendable (borrowing ReadTransaction) throws(DatabaseError) -> T
    ) async throws(DatabaseError) -> T {
        try await thread.run { [self] () throws(DatabaseError) in
            try reading.withLock { session throws(DatabaseError) in
                guard let session else { throw .closed }
                try session.beginReading()
                return try session.finish(body)
            }
        }
    }
}

extension PostgresSession {
    /// Runs a closure in the transaction that has begun, and commits it, or rolls it back if the closure throws.
    func finish<T, Access>(
        _ body: (borrowing Connection<Access>) throws(DatabaseError) -> T
    ) throws(DatabaseError) -> T {
        let value: T
        do throws(DatabaseError) { value = try body(Connection<Access>(self)) } catch {
            try rollBack()
            throw error
        }
        try commit()
        return value
    }
}
