import Glibc
import PostgreSQL
import Relational
import Testing

@Suite struct `Statements in one round trip` {
    let session: PostgresSession
    let other: PostgresSession

    init() throws {
        let server = try TestServer.shared.get()
        session = try PostgresSession(server.address(), password: nil)
        other = try PostgresSession(server.address(), password: nil)
        try session.control("CREATE TEMPORARY TABLE thing (id BIGINT PRIMARY KEY, words BYTEA)")
    }

    private var tx: WriteTransaction { WriteTransaction(session) }

    private func run(_ statements: [SQL]) throws {
        for statement in statements { try tx.run(statement) }
        try session.settle()
    }

    private func kind(_ body: () throws -> Void) -> EngineFailure.Kind? {
        let error = #expect(throws: DatabaseError.self) { try body() }
        guard case .engine(let failure)? = error else { return nil }
        return failure.kind
    }

    @Test func `commit nothing outside a transaction`() throws {
        #expect(kind { try run(["INSERT INTO thing (id) VALUES (1)"]) } == .unavailable)
        #expect(try tx.number("SELECT COUNT(*) FROM thing") == 0)
    }

    @Test func `store their sealed bindings, and nothing if one can't be sealed`() throws {
        let inserts = (1...3).map { number -> SQL in
            "INSERT INTO thing (id, words) VALUES (\(number), \(sealed: "secret \(number)"))"
        }
        try session.begin()
        let refusal = #expect(throws: DatabaseError.self) { try run(inserts) }
        #expect(refusal.map { if case .unsealable = $0 { true } else { false } } == true)
        #expect(try tx.number("SELECT COUNT(*) FROM thing") == 0)
        session.sealer = Reversing()
        try run(inserts)
        let stored = try tx.all("SELECT words FROM thing ORDER BY id") { row throws(DatabaseError) in
            try row.value(0, as: [UInt8].self)
        }
        #expect(stored == (1...3).map { Array("secret \($0)".utf8.reversed()) })
        try session.rollBack()
    }

    @Test func `throw the first failure until the rollback, with its names and no values`() throws {
        try session.begin()
        let error = #expect(throws: DatabaseError.self) {
            try run([
                "INSERT INTO thing (id) VALUES (1)", "INSERT INTO thing (id) VALUES (1)", "UPDATE \("x") SET id = 1",
            ])
        }
        #expect(
            error
                == .engine(
                    EngineFailure(
                        kind: .constraint, code: "SQLSTATE 23505", message: "constraint thing_pkey of table thing")))
        #expect(kind { _ = try tx.number("SELECT 1") } == .constraint)
        #expect(kind { try run(["INSERT INTO thing (id) VALUES (2)"]) } == .constraint)
        #expect(kind { try session.commit() } == .constraint)
        #expect(try tx.number("SELECT COUNT(*) FROM thing") == 0)
    }

    @Test func `name the one that the server can't read`() throws {
        try session.begin()
        defer { try? session.rollBack() }
        let error = #expect(throws: DatabaseError.self) {
            try run(["INSERT INTO thing (id) VALUES (\(1))", "UPDATE nowhere SET id = \(7)"])
        }
        #expect(
            error
                == .engine(
                    EngineFailure(
                        kind: .other, code: "SQLSTATE 42P01", message: "the server refused UPDATE nowhere SET id = ?")))
    }

    @Test func `are unavailable if the server ends the session between or in them`() throws {
        let ending: SQL = "DELETE FROM thing WHERE pg_terminate_backend(pg_backend_pid())"
        try session.begin()
        try tx.run("INSERT INTO thing (id) VALUES (0)")
        #expect(kind { try run(["INSERT INTO thing (id) VALUES (1)", ending, ending]) } == .unavailable)
        #expect(kind { try run(["INSERT INTO thing (id) VALUES (2)"]) } == .unavailable)
        #expect(kind { try session.begin() } == .unavailable)
    }

    @Test func `are given up if the server hangs`() throws {
        let process = pid_t(try tx.number("SELECT pg_backend_pid()"))
        try session.begin()
        session.longest = .milliseconds(20)
        kill(process, SIGSTOP)
        defer { kill(process, SIGCONT) }
        let insert: SQL = "INSERT INTO thing (id, words) VALUES (\(1), \([UInt8](repeating: 7, count: 1 << 20)))"
        // More than the socket and the server take without reading.
        #expect(kind { try run([SQL](repeating: insert, count: 8)) } == .unavailable)
        #expect(kind { try session.commit() } == .unavailable)
    }
}

/// A column of the test.
private struct Words: SealableColumn {
    let name = "thing.words"
    let kind = SealedKind.text
    let lookup: (any SealedLookup)? = nil
}

extension SQL.StringInterpolation {
    fileprivate mutating func appendInterpolation(sealed text: String) {
        bind(.text(text), as: .value(Words(), RowKey(1)))
    }
}

/// Seals by turning the bytes around.
private final class Reversing: ColumnSealer {
    func code(of values: [SQLValue], in table: String) throws(DatabaseError) -> [UInt8] { [] }
    func foundAltered(in table: String) {}

    func seal(
        _ value: SQLValue, of column: any SealableColumn, in row: RowKey, lookedUp: [UInt8]?
    ) throws(DatabaseError) -> [UInt8] {
        guard case .text(let text) = value else { throw .unsealable("no text") }
        return text.utf8.reversed()
    }

    func unseal(
        _ sealed: [UInt8], of column: any SealableColumn, in row: RowKey
    ) throws(DatabaseError) -> SQLValue {
        .text(String(decoding: sealed.reversed(), as: UTF8.self))
    }

    func lookup(_ folded: [UInt8], in lookup: any SealedLookup) throws(DatabaseError) -> [UInt8] { folded }
}
