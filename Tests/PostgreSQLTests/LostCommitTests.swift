import EngineConformance
import PostgreSQL
import Relational
import Testing

/// A transaction that notes its number in the row of its writer.
@Suite struct `The number of a transaction` {
    private let session: PostgresSession
    private let location: PostgresLocation
    private let head: SQL = "UPDATE head SET commits = commits + 1"

    init() throws {
        session = try PostgresSession(TestServer.shared.get().address(), password: nil)
        location = try TestPlace.make()
        try session.enter(location)
    }

    private func mark(_ number: Int64, of writer: UInt8 = 1) -> TransactionMark {
        TransactionMark(head: head, writer: [UInt8](repeating: writer, count: 16), number: number)
    }

    private func commit(_ statements: [SQL]) throws {
        try session.begin()
        do throws(DatabaseError) {
            for statement in statements { _ = try WriteTransaction(session).rowsChanged(by: statement) }
        } catch {
            try session.rollBack()
            throw error
        }
        try session.commit()
    }

    private func isCommitted(_ mark: TransactionMark) throws -> Bool {
        try ReadTransaction(session).exists(mark.isCommitted)
    }

    @Test func `is that of the writer's last commit`() throws {
        #expect(try !isCommitted(mark(2)))
        try commit(mark(2).statements)
        #expect(try isCommitted(mark(2)) && !isCommitted(mark(2, of: 7)))
        try commit(mark(2, of: 7).statements)
        #expect(try isCommitted(mark(2)) && isCommitted(mark(2, of: 7)))
        try commit(mark(4).statements)
        #expect(try isCommitted(mark(4)) && !isCommitted(mark(2)))
        try session.begin()
        for statement in mark(6).statements { _ = try WriteTransaction(session).rowsChanged(by: statement) }
        try session.rollBack()
        #expect(try isCommitted(mark(4)) && !isCommitted(mark(6)))
    }

    @Test(arguments: [2, 8])
    func `can't be committed late, when it was taken for aborted`(number: Int64) throws {
        if number > 2 { try commit(mark(number - 2).statements) }
        try commit([head, mark(number).fence])
        // As a server that reads the statements of a connection that was given up.
        let error = #expect(throws: DatabaseError.self) { try commit(mark(number).statements) }
        guard case .engine(let failure)? = error else { return }
        #expect(failure.code == "SQLSTATE 23502")
        #expect(try !isCommitted(mark(number)))
        // If the answer to that was lost, too, it is asked once more.
        try commit([head, mark(number).fence])
        try commit(mark(number + 2).statements)
        #expect(try isCommitted(mark(number + 2)))
    }

    @Test func `stays for a day after the writer's last commit`() throws {
        try commit(mark(2, of: 5).statements + mark(2, of: 6).statements)
        try commit(["UPDATE writer SET at = at - 86300000 WHERE id = \([UInt8](repeating: 5, count: 16))"])
        try commit(["UPDATE writer SET at = at - 86500000 WHERE id = \([UInt8](repeating: 6, count: 16))"])
        try commit(mark(4, of: 7).statements)
        #expect(try ReadTransaction(session).number("SELECT COUNT(*) FROM writer") == 3)
        // The first transaction of a writer removes those that are older.
        try commit(mark(2, of: 8).statements)
        #expect(try isCommitted(mark(2, of: 5)) && !isCommitted(mark(2, of: 6)))
        #expect(try ReadTransaction(session).number("SELECT COUNT(*) FROM writer") == 3)
    }
}
