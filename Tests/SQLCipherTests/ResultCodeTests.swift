import EngineConformance
import Relational
import SQLCipher
import Testing

@Suite struct `An error of SQLite` {
    @Test(
        arguments: [
            ("INSERT INTO name (text) VALUES ('taken')", 2067), ("INSERT INTO name (text) VALUES (NULL)", 1299),
            ("INSERT INTO thing (id) VALUES (1)", 1555), ("INSERT INTO name (text, thing) VALUES ('new', 99)", 787),
            ("INSERT INTO name (text) VALUES (hex(zeroblob(80)))", 275),
        ] as [(SQL, Int32)])
    func `has its extended code, and no value in the message`(sql: SQL, code: Int32) async throws {
        let scratch = try Scratch()
        let database = try scratch.database()
        defer { withExtendedLifetime(scratch) { database.close() } }
        _ = try await database.run("INSERT INTO thing (id) VALUES (1)")
        _ = try await database.run("INSERT INTO name (text) VALUES ('taken')")
        let error = await #expect(throws: DatabaseError.self) { try await database.run(sql) }
        guard case .engine(let failure)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.code == "SQLite \(code)")
        #expect(failure.kind == .constraint)
        #expect(!failure.message.contains("taken"))
        #expect(error?.isDiskFull == false)
    }

    @Test(arguments: [
        (DatabaseError.sqlite(.full, message: ""), true), (.sqlite(.busy, message: ""), false), (.queueFull, false),
        (.closed, false), (.unexpectedValue(column: 0, sql: ""), false),
    ])
    func `is a full disk only by its code`(error: DatabaseError, isFull: Bool) {
        #expect(error.isDiskFull == isFull)
    }

    @Test(
        arguments: [
            (.full, "", .full), (.logIndexSize, "", .inputOutput), (.ioError, "", .inputOutput), (.busy, "", .busy),
            (.cannotOpen, "", .cannotOpen), (.readOnly, "", .readOnly), (.interrupted, "", .interrupted),
            (.corrupt, "", .damaged), (ResultCode(rawValue: 11 | 1 << 8), "", .damaged),
            (.notADatabase, "", .unreadable),
            (.constraint, "", .constraint), (.mismatch, "", .other), (.error, "no such table: thing", .other),
            (.error, "SQL logic error or missing database", .damaged),
        ] as [(ResultCode, String, EngineFailure.Kind)])
    func `has a meaning`(code: ResultCode, message: String, kind: EngineFailure.Kind) {
        let failure = EngineFailure(kind: kind, code: "SQLite \(code.rawValue)", message: message)
        #expect(DatabaseError.sqlite(code, message: message) == .engine(failure))
    }
}
