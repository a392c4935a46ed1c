import EngineConformance
import Relational
import SQLCipher
import Testing

/// A file of its own, with the tables of the rules.
private final class SQLCipherEngine: TestEngine {
    private let scratch: Scratch
    private let database: Database
    let traits = EngineTraits(storesZeroes: true, isDoomedByEachFailure: false)

    init() throws {
        scratch = try Scratch()
        let tables = Tables.statements(integer: "INTEGER", text: "TEXT", bytes: "BLOB")
        database = try scratch.database(
            migrations: [Migration(name: "m0001_tables", sql: tables.joined(separator: ";"))])
    }

    deinit { database.close() }

    func write<T: Sendable>(
        _ body: @escaping @Sendable (borrowing WriteTransaction) throws(DatabaseError) -> T
    ) async throws(DatabaseError) -> T { try await database.write(body) }

    func read<T: Sendable>(
        _ body: @escaping @Sendable (borrowing ReadTransaction) throws(DatabaseError) -> T
    ) async throws(DatabaseError) -> T { try await database.read(body) }
}

@Suite struct `SQLCipher as an engine` {
    @Test(arguments: Conformance.all)
    func `keeps the rules of every engine`(rule: Conformance) async throws {
        try await rule.check(SQLCipherEngine())
    }
}
