package import Relational

/// A database of one engine, for one test, with the tables of `Tables`.
package protocol TestEngine: Sendable {
    /// Runs a closure in a transaction that is committed, or rolled back if the closure throws.
    func write<T: Sendable>(
        _ body: @escaping @Sendable (borrowing WriteTransaction) throws(DatabaseError) -> T
    ) async throws(DatabaseError) -> T
    /// Runs a closure on a snapshot.
    func read<T: Sendable>(
        _ body: @escaping @Sendable (borrowing ReadTransaction) throws(DatabaseError) -> T
    ) async throws(DatabaseError) -> T
    /// What it does differently from others.
    var traits: EngineTraits { get }
}

/// What engines are known to do differently. The rules test each answer.
package struct EngineTraits: Sendable {
    /// Whether a text may have U+0000.
    let storesZeroes: Bool
    /// Whether every failed statement dooms its transaction, and not only a failed UPDATE.
    let isDoomedByEachFailure: Bool

    package init(storesZeroes: Bool, isDoomedByEachFailure: Bool) {
        self.storesZeroes = storesZeroes
        self.isDoomedByEachFailure = isDoomedByEachFailure
    }
}

/// The tables of a test: `thing (id, number, words, bytes)`, and `name (text, thing)` with constraints.
package enum Tables {
    /// The statements that create them.
    /// - Parameters: what the engine calls the types of integers of 64 bits, of text, and of bytes.
    package static func statements(integer: String, text: String, bytes: String) -> [String] {
        [
            "CREATE TABLE thing (id \(integer) PRIMARY KEY, number \(integer), words \(text), bytes \(bytes))",
            "CREATE TABLE name (text \(text) NOT NULL UNIQUE CHECK (length(text) < 100), "
                + "thing \(integer) REFERENCES thing (id))",
        ]
    }
}

extension TestEngine {
    /// The first column of every row.
    func values<T: SQLValueConvertible & Sendable>(
        _ sql: SQL, as type: T.Type = T.self
    ) async throws(DatabaseError) -> [T] {
        try await read { (tx) throws(DatabaseError) in
            try tx.all(sql) { row throws(DatabaseError) in try row.value(0) }
        }
    }

    @discardableResult
    func run(_ sql: SQL) async throws(DatabaseError) -> Int {
        try await write { (tx) throws(DatabaseError) in try tx.run(sql) }
    }
}
