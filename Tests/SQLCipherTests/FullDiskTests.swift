import EngineConformance
import Relational
import SQLCipher
import Testing

@Suite struct `A transaction that SQLite has ended` {
    let scratch: Scratch
    let database: Database

    init() throws {
        scratch = try Scratch()
        database = try scratch.database()
    }

    /// Prevents the file from growing, like a full disk.
    func fill() async throws {
        try await database.write { (tx) throws(DatabaseError) in
            _ = try tx.exists("PRAGMA max_page_count = 10")
        }
    }

    @Test func `fails because the disk is full, and leaves nothing`() async throws {
        defer { database.close() }
        try await fill()
        let error = await #expect(throws: DatabaseError.self) {
            try await database.write { (tx) throws(DatabaseError) in
                try tx.run("INSERT INTO thing (id) VALUES (1)")
                try tx.run("INSERT INTO thing (id, value) VALUES (2, zeroblob(200000))")
            }
        }
        #expect(error?.isDiskFull == true)
        #expect(try await database.values("SELECT id FROM thing", as: Int64.self) == [])
    }

    @Test func `fails even if the closure hides the error`() async throws {
        defer { database.close() }
        try await fill()
        let error = await #expect(throws: DatabaseError.self) {
            try await database.write { (tx) throws(DatabaseError) in
                try tx.run("INSERT INTO thing (id) VALUES (1)")
                _ = try? tx.run("INSERT INTO thing (id, value) VALUES (2, zeroblob(200000))")
            }
        }
        #expect(error?.isDiskFull == true)
        #expect(try await database.values("SELECT id FROM thing", as: Int64.self) == [])
    }

    @Test func `does not affect the others in its group`() async throws {
        defer { database.close() }
        try await fill()
        let gate = Gate()
        let answers = try await withThrowingTaskGroup(of: (Int, Bool).self) { group -> [Int: Bool] in
            group.addTask { [database] in
                try await database.write { _ throws(DatabaseError) in gate.pass() }
                return (-1, true)
            }
            await gate.isReached()
            for number in 0..<20 {
                group.addTask { [database] in
                    let size = number == 7 ? 200_000 : 1
                    do throws(DatabaseError) {
                        _ = try await database.run(
                            "INSERT INTO thing (id, value) VALUES (\(number), zeroblob(\(size)))")
                        return (number, true)
                    } catch {
                        return (number, !error.isDiskFull)
                    }
                }
            }
            gate.open()
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(Set(answers.keys) == Set(-1..<20))
        #expect(answers.keys.filter { answers[$0] == false } == [7])
        #expect(try await database.values("SELECT id FROM thing ORDER BY id") == (0..<20).filter { $0 != 7 })
    }

    @Test func `has no effect once there is room again`() async throws {
        defer { database.close() }
        try await fill()
        await #expect(throws: DatabaseError.self) {
            try await database.run("INSERT INTO thing VALUES (1, zeroblob(200000))")
        }
        try await database.write { (tx) throws(DatabaseError) in _ = try tx.exists("PRAGMA max_page_count = 100000") }
        #expect(try await database.run("INSERT INTO thing VALUES (1, zeroblob(200000))") == 1)
    }
}
