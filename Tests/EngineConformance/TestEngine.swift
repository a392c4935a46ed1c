package import Relational

/// A database of one engine, for one test, with the tables of `Tables`.
package protocol TestEngine: Sendable {
    /// The database. Its threads may be shared with other tests, so no closure of it waits for another one.
    var database: any Engine { get }
    /// Opens the database with threads of its own; `database` is not used any more. The test closes it.
    func open(_ options: EngineOptions) async throws -> any Engine
    /// Opens other databases on the same threads for reads. The test closes them.
    /// - Parameter kept: how many of the threads a lane leaves to the other.
    func open(_ count: Int, threads: Int, kept: Int) async throws -> [any Engine]
    /// Its differences from other engines.
    var traits: EngineTraits { get }
}

/// How a database is opened.
package struct EngineOptions: Sendable {
    /// How many normal reads run at the same time. One more connection is kept for urgent ones.
    package var readers = 2
    /// How many reads run at the same time in the process; nil: no limit of their own.
    package var threads: Int?
    package var observer = DatabaseObserver.none

    package init(readers: Int = 2, threads: Int? = nil, observer: DatabaseObserver = .none) {
        self.readers = readers
        self.threads = threads
        self.observer = observer
    }
}

/// The known differences between engines. The rules test each answer.
package struct EngineTraits: Sendable {
    /// Whether a text may have U+0000.
    let storesZeroes: Bool
    /// Whether every failed statement dooms its transaction, and not only one that changed some rows.
    let isDoomedByEachFailure: Bool

    package init(storesZeroes: Bool, isDoomedByEachFailure: Bool) {
        self.storesZeroes = storesZeroes
        self.isDoomedByEachFailure = isDoomedByEachFailure
    }
}

/// The tables of a test: `thing (id, number, words, bytes)`, and `name (text, thing)` with constraints.
package enum Tables {
    /// The statements that create them.
    /// - Parameters: the engine's names for the types of integers of 64 bits, of text, and of bytes.
    package static func statements(integer: String, text: String, bytes: String) -> [String] {
        [
            "CREATE TABLE thing (id \(integer) PRIMARY KEY, number \(integer), words \(text), bytes \(bytes))",
            "CREATE TABLE name (text \(text) NOT NULL UNIQUE CHECK (length(text) < 100), "
                + "thing \(integer) REFERENCES thing (id))",
        ]
    }
}

extension TestEngine {
    /// Runs a closure in a transaction that is committed, or rolled back if the closure throws.
    func write<T: Sendable>(
        _ body: @escaping @Sendable (borrowing WriteTransaction) throws(DatabaseError) -> T
    ) async throws(DatabaseError) -> T { try await database.write(body) }

    /// Runs a closure on a snapshot.
    func read<T: Sendable>(
        _ body: @escaping @Sendable (borrowing ReadTransaction) throws(DatabaseError) -> T
    ) async throws(DatabaseError) -> T { try await database.read(body) }

    /// The first column of every row.
    func values<T: SQLValueConvertible & Sendable>(
        _ sql: SQL, as type: T.Type = T.self
    ) async throws(DatabaseError) -> [T] { try await database.values(sql) }

    @discardableResult
    func run(_ sql: SQL) async throws(DatabaseError) -> Int { try await database.run(sql) }
}
