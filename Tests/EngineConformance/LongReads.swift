import Relational
import Testing

extension Conformance {
    /// Reads on a connection of their own.
    static let longReads = [
        Conformance("shows each statement of a long read all earlier writes") { engine async throws in
            let database = try await engine.open(EngineOptions())
            defer { database.close() }
            let gate = Gate()
            async let counts = database.readOnDedicatedConnection { (connection) throws(DatabaseError) in
                let before = try connection.number("SELECT COUNT(*) FROM thing")
                gate.pass()
                return [before, try connection.number("SELECT COUNT(*) FROM thing")]
            }
            await gate.isReached()
            try await database.run("INSERT INTO thing (id) VALUES (1)")
            gate.open()
            #expect(try await counts == [0, 1])
        },
        Conformance("interrupts a long read when it is closed, and refuses those that wait") { engine async throws in
            let database = try await engine.open(EngineOptions())
            let gate = Gate()
            await withTaskGroup(of: Void.self) { group in
                for number in 1...2 {
                    group.addTask {
                        let answer = await Result { () async throws(DatabaseError) in
                            try await database.readOnDedicatedConnection { (connection) throws(DatabaseError) in
                                gate.pass()
                                return try connection.exists(endless)
                            }
                        }
                        #expect(answer == .failure(.closed))
                    }
                    if number == 1 { await gate.isReached() }
                }
                group.addTask { await database.closed() }
                gate.open()
            }
        },
        Conformance("interrupts a long read of many quick statements when it is closed") { engine async throws in
            let database = try await engine.open(EngineOptions())
            let gate = Gate()
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    let answer = await Result { () async throws(DatabaseError) -> Int in
                        try await database.readOnDedicatedConnection { (connection) throws(DatabaseError) in
                            gate.pass()
                            while true {
                                _ = try connection.number(
                                    """
                                    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
                                    SELECT COUNT(*) FROM n
                                    """)
                            }
                        }
                    }
                    #expect(answer == .failure(.closed))
                }
                await gate.isReached()
                group.addTask { await database.closed() }
                gate.open()
            }
        },
    ]
}
