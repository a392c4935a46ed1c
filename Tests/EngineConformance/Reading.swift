import Relational
import Testing

extension Conformance {
    /// Reads, each of which sees one snapshot.
    static let reading = [
        Conformance("reads one snapshot until its end, and the next read sees later writes") { engine async throws in
            let database = try await engine.open(EngineOptions())
            defer { database.close() }
            let gate = Gate()
            try await database.run("INSERT INTO thing (id) VALUES (1)")
            async let counts = database.read { (tx) throws(DatabaseError) in
                let before = try tx.number("SELECT COUNT(*) FROM thing")
                gate.pass()
                return [before, try tx.number("SELECT COUNT(*) FROM thing")]
            }
            await gate.isReached()
            try await database.run("INSERT INTO thing (id) VALUES (2)")
            #expect(try await database.values("SELECT id FROM thing ORDER BY id") == [1, 2])
            gate.open()
            #expect(try await counts == [1, 1])
            #expect(try await database.values("SELECT id FROM thing ORDER BY id") == [1, 2])
        },
        Conformance("never shows half a transaction, and answers every one of many reads") { engine async throws in
            let database = engine.database
            let sums = try await withThrowingTaskGroup(of: [Int].self) { group in
                for number in 0..<200 {
                    group.addTask {
                        try await database.write { (tx) throws(DatabaseError) in
                            try tx.run("INSERT INTO thing (id, number) VALUES (\(2 * number), 1)")
                            try tx.run("INSERT INTO thing (id, number) VALUES (\(2 * number + 1), -1)")
                        }
                        return []
                    }
                    group.addTask {
                        try await database.values("SELECT CAST(COALESCE(SUM(number), 0) AS BIGINT) FROM thing")
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(sums == [Int](repeating: 0, count: 200))
        },
        Conformance("interrupts a read that would never end, and reads on") { engine async throws in
            let error = await #expect(throws: DatabaseError.self) { try await engine.values(endless, as: Int.self) }
            #expect(error?.isOutOfTime == true)
            #expect(try await engine.values("SELECT 1", as: Int.self) == [1])
        },
        Conformance("refuses reads beyond 1,024 that wait for the held readers") { engine async throws in
            let database = try await engine.open(EngineOptions(readers: 2))
            defer { database.close() }
            let gates = [Gate(), Gate()]
            let refused = try await withThrowingTaskGroup(of: Bool.self) { group in
                for gate in gates {
                    group.addTask {
                        try await database.read { _ throws(DatabaseError) in gate.pass() }
                        return false
                    }
                    await gate.isReached()
                }
                for _ in 0..<1024 + 1 {
                    group.addTask {
                        let answer = await Result { () async throws(DatabaseError) in
                            try await database.values("SELECT 1", as: Int.self)
                        }
                        return answer == .failure(.queueFull)
                    }
                }
                #expect(try await group.next() == true, "the only answer that can come is a refusal")
                for gate in gates { gate.open() }
                return try await group.reduce(into: 1) { $0 += $1 ? 1 : 0 }
            }
            #expect(refused == 1)
        },
        Conformance("changes nothing in a read") { engine async throws in
            try await engine.run("INSERT INTO thing (id) VALUES (1)")
            for sql: SQL in ["INSERT INTO thing (id) VALUES (2)", "DELETE FROM thing"] {
                await #expect(throws: DatabaseError.self) {
                    try await engine.read { (tx) throws(DatabaseError) in try tx.all(sql) { _ in } }
                }
                await #expect(throws: DatabaseError.self) {
                    try await engine.database.readOnDedicatedConnection { (tx) throws(DatabaseError) in
                        try tx.all(sql) { _ in }
                    }
                }
            }
            #expect(try await engine.values("SELECT id FROM thing") == [1])
        },
    ]

    /// A query without a row, and without an end.
    static let endless: SQL =
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0"
}
