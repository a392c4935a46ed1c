import EngineConformance
import Relational
import SQLCipher
import Synchronization
import Testing

/// A file of its own, with the tables of the rules.
private final class SQLCipherEngine: TestEngine {
    private let scratch: Scratch
    /// The databases of the other files, by their folders.
    private let others = Mutex<[Scratch]>([])
    let database: any Engine
    let traits = EngineTraits(storesZeroes: true, isDoomedByEachFailure: false)

    private static let schema = [
        Migration(
            name: "m0001_tables",
            sql: Tables.statements(integer: "INTEGER", text: "TEXT", bytes: "BLOB").joined(separator: ";"))
    ]

    init() throws {
        scratch = try Scratch()
        database = try scratch.database(migrations: SQLCipherEngine.schema)
    }

    deinit { database.close() }

    func open(_ options: EngineOptions) throws -> any Engine {
        database.close()
        return try Database.open(
            path: scratch.path, key: Scratch.key(), migrations: SQLCipherEngine.schema, readerCount: options.readers,
            threads: options.threads.map { ReadingThreads(width: $0) } ?? .ofProcess, observer: options.observer)
    }

    func open(_ count: Int, threads: Int, kept: Int) throws -> [any Engine] {
        let threads = ReadingThreads(width: threads, kept: kept)
        return try (0..<count).map { _ in
            let scratch = try Scratch()
            others.withLock { $0.append(scratch) }
            try Database.create(path: scratch.path, key: Scratch.key(), migrations: SQLCipherEngine.schema)
            return try Database.open(
                path: scratch.path, key: Scratch.key(), migrations: SQLCipherEngine.schema, threads: threads)
        }
    }
}

@Suite struct `SQLCipher as an engine` {
    @Test(arguments: Conformance.all)
    func `keeps the rules of every engine`(rule: Conformance) async throws {
        try await rule.check(SQLCipherEngine())
    }
}
