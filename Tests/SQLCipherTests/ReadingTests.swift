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

    @Test func `uses one connection while one is enough, and keeps one when idle`() async throws {
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
        #expect(database.closeUnused() == 1)
        #expect(database.openReaders == 1)
        #expect(try await database.values("SELECT 1", as: Int.self) == [1])
        #expect(database.openReaders == 1)
    }

    @Test func `sees one snapshot until its end, and the next read sees later writes`() async throws {
        defer { database.close() }
        let gate = Gate()
        _ = try await database.run("INSERT INTO thing (id) VALUES (1)")
        async let counts = database.read { (tx) throws(DatabaseError) in
            let before = try tx.all("SELECT id FROM thing") { row throws(DatabaseError) in
                try row.value(0, as: Int.self)
            }
            gate.pass()
            let after = try tx.all("SELECT id FROM thing") { row throws(DatabaseError) in try row.value(0, as: Int.self)
            }
            return [before, after]
        }
        await gate.isReached()
        _ = try await database.run("INSERT INTO thing (id) VALUES (2)")
        #expect(try await database.values("SELECT id FROM thing ORDER BY id", as: Int.self) == [1, 2])
        gate.open()
        #expect(try await counts == [[1], [1]])
        #expect(try await database.values("SELECT id FROM thing ORDER BY id", as: Int.self) == [1, 2])
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

    @Test func `that would never end is interrupted, and the reader continues`() async throws {
        defer { database.close() }
        let error = await #expect(throws: DatabaseError.self) {
            try await database.read { (tx) throws(DatabaseError) in
                try tx.exists(
                    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0")
            }
        }
        guard case .engine(let failure)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.kind == .interrupted && failure.code == "SQLite 9")
        #expect(try await database.values("SELECT 1", as: Int.self) == [1])
    }

    @Test func `in parallel is always answered, and never sees half a transaction`() async throws {
        defer { database.close() }
        let sums = try await withThrowingTaskGroup(of: [Int].self) { group in
            for number in 0..<200 {
                group.addTask { [database] in
                    try await database.write { (tx) throws(DatabaseError) in
                        try tx.run("INSERT INTO thing (id, value) VALUES (\(2 * number), 1)")
                        try tx.run("INSERT INTO thing (id, value) VALUES (\(2 * number + 1), -1)")
                    }
                    return []
                }
                group.addTask { [database] in try await database.values("SELECT TOTAL(value) = 0 FROM thing") }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(sums == [Int](repeating: 1, count: 200))
    }

    @Test func `is refused when 1,024 reads wait for the held readers`() async throws {
        defer { database.close() }
        let gates = [Gate(), Gate()]
        let refused = try await withThrowingTaskGroup(of: Bool.self) { group in
            for gate in gates {
                group.addTask { [database] in
                    try await database.read { _ throws(DatabaseError) in gate.pass() }
                    return false
                }
                await gate.isReached()
            }
            for _ in 0..<Database.queueCapacity + 1 {
                group.addTask { [database] in
                    do throws(DatabaseError) {
                        return try await database.values("SELECT 1", as: Int.self) != [1]
                    } catch {
                        return error == .queueFull
                    }
                }
            }
            #expect(try await group.next() == true, "the only answer that can come is a refusal")
            for gate in gates { gate.open() }
            return try await group.reduce(into: 1) { $0 += $1 ? 1 : 0 }
        }
        #expect(refused == 1)
    }
}
