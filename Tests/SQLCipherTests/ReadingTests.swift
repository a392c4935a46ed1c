import EngineConformance
import Relational
import SQLCipher
import Testing

@Suite struct `Reading` {
    let scratch: Scratch
    let database: Database

    init() throws {
        scratch = try Scratch()
        database = try scratch.database()
    }

    @Test(.timeLimit(.minutes(10))) func `uses one connection while one is enough, and keeps one when idle`()
        async throws
    {
        defer { database.close() }
        for _ in 0..<3 { _ = try await database.values("SELECT id FROM thing", as: Int.self) }
        #expect(database.openReaders == 1)
        let gate = Gate()
        async let one: Void = database.read { (tx) throws(DatabaseError) in gate.pass() }
        await gate.isReached()
        #expect(try await database.values("SELECT 1", as: Int.self) == [1])
        #expect(database.openReaders == 2)
        gate.open()
        try await one
        #expect(database.closeUnused() == 0)
        #expect(database.openReaders == 2)
        // A connection is idle a moment after its read has answered.
        while database.closeUnused() == 0 { await Task.yield() }
        #expect(database.openReaders == 1)
        #expect(try await database.values("SELECT 1", as: Int.self) == [1])
        #expect(database.openReaders == 1)
    }

    @Test func `can't change the file's version`() async throws {
        defer { database.close() }
        let error = await #expect(throws: DatabaseError.self) {
            try await database.read { (tx) throws(DatabaseError) in try tx.exists("PRAGMA user_version = 7") }
        }
        guard case .engine(let failure)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.kind == .readOnly)
        #expect(try await database.values("PRAGMA user_version", as: Int.self) == [2])
    }
}
