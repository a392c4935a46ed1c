import Glibc
import PostgreSQL
import Relational
import Testing

@Suite struct `A session of PostgreSQL` {
    let server: TestServer
    let session: PostgresSession
    /// Another session, which looks at the first, and ends it.
    let other: PostgresSession

    init() throws {
        server = try TestServer.shared.get()
        session = try PostgresSession(server.address(), password: nil)
        other = try PostgresSession(server.address(), password: nil)
        try session.control(
            "CREATE TEMPORARY TABLE thing (id BIGINT PRIMARY KEY, words TEXT CHECK (words <> 'secret'))")
    }

    private var tx: WriteTransaction { WriteTransaction(session) }

    private func kind(_ body: () throws -> Void) -> EngineFailure.Kind? {
        let error = #expect(throws: DatabaseError.self) { try body() }
        guard case .engine(let failure)? = error else { return nil }
        return failure.kind
    }

    /// Ends the server's side of the session.
    private func end() throws {
        let process = try tx.number("SELECT pg_backend_pid()")
        let gone = try ReadTransaction(other).exists(
            "SELECT 1 WHERE pg_terminate_backend(CAST(\(process) AS INTEGER), 10000)")
        #expect(gone)
    }

    @Test func `commits nothing outside a transaction`() throws {
        #expect(kind { _ = try tx.rowsChanged(by: "INSERT INTO thing (id) VALUES (1)") } == .unavailable)
        #expect(kind { try session.commit() } == .unavailable)
        #expect(try tx.number("SELECT COUNT(*) FROM thing") == 0)
    }

    @Test func `has errors with the code and the names, and without the server's message`() throws {
        try session.begin()
        let error = #expect(throws: DatabaseError.self) {
            try tx.rowsChanged(by: "INSERT INTO thing (id, words) VALUES (7, 'secret')")
        }
        #expect(
            error
                == .engine(
                    EngineFailure(
                        kind: .constraint, code: "SQLSTATE 23514",
                        message: "constraint thing_words_check of table thing")))
        try session.rollBack()
    }

    @Test func `has errors with the text of a statement that the server can't read, and without its values`() throws {
        let error = #expect(throws: DatabaseError.self) { try tx.number("SELECT \("secret") FROM nowhere") }
        #expect(
            error
                == .engine(
                    EngineFailure(
                        kind: .other, code: "SQLSTATE 42P01", message: "the server refused SELECT ? FROM nowhere")))
    }

    @Test(
        arguments: [
            ("40001", .busy), ("40P01", .busy), ("55P03", .busy), ("53100", .unavailable), ("53200", .unavailable),
            ("58030", .inputOutput),
            ("25006", .readOnly), ("25P03", .unavailable), ("XX001", .damagedOnServer), ("XX002", .damagedOnServer),
            ("53300", .unavailable),
            ("57P01", .unavailable),
            ("08006", .unavailable), ("23P01", .constraint), ("57014", .interrupted), ("42601", .other),
            ("22012", .other),
        ] as [(String, EngineFailure.Kind)])
    func `knows what a code of the server means`(code: String, meaning: EngineFailure.Kind) throws {
        let raising = SQL(stringLiteral: "DO $$BEGIN RAISE 'secret' USING ERRCODE = '\(code)'; END$$")
        #expect(kind { try session.control(raising) } == meaning)
        #expect(try tx.number("SELECT 1") == 1)
    }

    @Test(arguments: [
        ("53100", "free space"), ("53200", "memory"), ("53300", "max_connections"), ("57P02", "stopping or starting"),
        ("57P03", "stopping or starting"), ("25006", "accepts no writes"), ("55P03", "pg_stat_activity"),
    ])
    func `says what to do if the server is in trouble`(code: String, advice: String) throws {
        let raising = SQL(stringLiteral: "DO $$BEGIN RAISE 'secret' USING ERRCODE = '\(code)'; END$$")
        let error = #expect(throws: DatabaseError.self) { try session.control(raising) }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.contains(advice) && text.contains(code) && !text.contains("secret"))
    }

    @Test func `does not name the command for files if pages on the server are damaged`() throws {
        let raising: SQL = "DO $$BEGIN RAISE 'secret' USING ERRCODE = 'XX001'; END$$"
        let error = #expect(throws: DatabaseError.self) { try session.control(raising) }
        let text = error.map { "\($0)" } ?? ""
        #expect(error?.isDamage == true)
        #expect(text.contains("administrator of the database server") && !text.contains("fairkit restore"))
    }

    @Test func `that writes can be repeated after a statement was cancelled`() throws {
        let cancelling: SQL = "DELETE FROM thing WHERE pg_cancel_backend(pg_backend_pid())"
        try session.control("INSERT INTO thing (id) VALUES (1)")
        try session.begin()
        #expect(kind { _ = try tx.rowsChanged(by: cancelling) } == .busy)
        try session.rollBack()
    }

    @Test func `that writes gives up a server that has become a standby`() throws {
        try session.begin()
        try session.control("SET LOCAL transaction_read_only = on")
        #expect(kind { _ = try tx.rowsChanged(by: "CREATE TABLE unwritable (id BIGINT)") } == .unavailable)
        #expect(kind { try session.rollBack() } == .unavailable)
    }

    @Test func `throws the first failure until the transaction is rolled back`() throws {
        try session.begin()
        try tx.run("INSERT INTO thing (id) VALUES (1)")
        #expect(kind { _ = try tx.rowsChanged(by: "INSERT INTO thing (id) VALUES (1)") } == .constraint)
        #expect(kind { _ = try tx.number("SELECT 1") } == .constraint)
        #expect(kind { try session.commit() } == .constraint)
        try session.begin()
        #expect(try tx.number("SELECT COUNT(*) FROM thing") == 0)
        try session.commit()
    }

    @Test func `reads integers of each size, and truths`() throws {
        for sql: SQL in [
            "SELECT CAST(-2 AS SMALLINT)", "SELECT -2", "SELECT CAST(-2 AS BIGINT)",
            "SELECT -1 - CAST(1 > 0 AS INTEGER)",
        ] {
            #expect(try tx.number(sql) == -2)
        }
        #expect(try tx.number("SELECT 1 > 0") == 1)
        #expect(try tx.number("SELECT 1 < 0") == 0)
    }

    @Test func `refuses a sum that lacks its CAST`() throws {
        let sum: SQL = "SELECT SUM(id) FROM (VALUES (CAST(1 AS BIGINT))) v (id)"
        #expect(throws: DatabaseError.unexpectedValue(column: 0, sql: sum.text)) { try tx.number(sum) }
        #expect(try tx.number("SELECT CAST(SUM(id) AS BIGINT) FROM (VALUES (CAST(1 AS BIGINT))) v (id)") == 1)
    }

    @Test func `interrupts a statement at its deadline, and then runs the next`() throws {
        let endless: SQL = "SELECT COUNT(*) FROM generate_series(1, 1000000000000)"
        try session.beginReading(for: .milliseconds(20))
        #expect(kind { _ = try tx.number(endless) } == .interrupted)
        try session.rollBack()
        try session.begin()
        #expect(try tx.number("SELECT COUNT(*) FROM generate_series(1, 100000)") == 100_000)
        try session.commit()
    }

    @Test func `runs no statement after the deadline of its transaction`() throws {
        try session.beginReading(for: .zero)
        #expect(kind { _ = try tx.number("SELECT 1") } == .interrupted)
        try session.rollBack()
    }

    @Test func `limits the statements of a brief read only`() throws {
        try session.beginReading(for: .seconds(60))
        var brief: String?
        // On a busy machine a server may need longer than a brief read lasts.
        for _ in 0..<1000 where brief == nil {
            try? session.briefly { () throws(DatabaseError) in brief = try limit() }
        }
        #expect(brief == "20ms")
        #expect(try limit() == "1min")
        #expect(
            kind {
                try session.briefly { () throws(DatabaseError) in _ = try tx.number("SELECT 1 FROM pg_sleep(60)") }
            } == .interrupted)
        #expect(try limit() == "1min")
        try session.commit()
        #expect(try limit() == "0")
    }

    private func limit() throws(DatabaseError) -> String? {
        try tx.first("SELECT current_setting('statement_timeout')") { row throws(DatabaseError) in try row.value(0) }
    }

    @Test func `reads one snapshot until its end`() throws {
        try session.beginReading()
        let before = try tx.number("SELECT COUNT(*) FROM pg_namespace")
        try other.control("CREATE SCHEMA later")
        #expect(try tx.number("SELECT COUNT(*) FROM pg_namespace") == before)
        try session.commit()
        try other.control("DROP SCHEMA later")
    }

    @Test func `is unavailable once the server has ended it`() throws {
        try session.begin()
        try end()
        #expect(kind { _ = try tx.number("SELECT 1") } == .unavailable)
        #expect(kind { try session.rollBack() } == .unavailable)
        #expect(kind { try session.begin() } == .unavailable)
    }

    @Test func `does not know what became of a commit whose answer is lost`() throws {
        try session.begin()
        try end()
        let error = #expect(throws: DatabaseError.self) { try session.commit() }
        #expect(error?.mayBeDurable == true)
        #expect(kind { try session.commit() } == .unavailable)
    }

    @Test func `is given up if the server hangs`() throws {
        let process = pid_t(try tx.number("SELECT pg_backend_pid()"))
        try session.beginReading(for: .seconds(2))
        session.answerTimeout = .milliseconds(20)
        kill(process, SIGSTOP)
        defer { kill(process, SIGCONT) }
        #expect(kind { _ = try tx.number("SELECT 1") } == .unavailable)
        #expect(kind { try session.commit() } == .unavailable)
    }

    @Test func `is given up if the server hangs in a statement that writes`() throws {
        let process = pid_t(try tx.number("SELECT pg_backend_pid()"))
        try session.begin()
        session.longest = .milliseconds(20)
        kill(process, SIGSTOP)
        defer { kill(process, SIGCONT) }
        #expect(kind { _ = try tx.rowsChanged(by: "INSERT INTO thing (id) VALUES (1)") } == .unavailable)
        #expect(kind { try session.commit() } == .unavailable)
    }

    @Test func `gives up a commit of a server that hangs, and does not know what became of it`() throws {
        let process = pid_t(try tx.number("SELECT pg_backend_pid()"))
        try session.begin()
        kill(process, SIGSTOP)
        defer { kill(process, SIGCONT) }
        session.answerTimeout = .milliseconds(20)
        #expect(kind { try session.commit() } == .undecided)
        #expect(kind { try session.commit() } == .unavailable)
        #expect(kind { try session.begin() } == .unavailable)
    }

    @Test func `is unavailable after a statement whose answer it can't read`() throws {
        #expect(
            kind {
                _ = try tx.exists("SELECT 1")
                try session.control("COPY thing TO STDOUT")
            } == .unavailable)
        #expect(kind { _ = try tx.number("SELECT 1") } == .unavailable)
    }

    @Test func `prints no notice, which may hold values`() async {
        let exit = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let session = try PostgresSession(TestServer.shared.get().address(), password: nil)
            try session.control("DO $$BEGIN RAISE WARNING 'secret'; END$$")
        }
        let written = String(decoding: exit?.standardErrorContent ?? [], as: UTF8.self)
        #expect(!written.contains("secret"))
    }
}
