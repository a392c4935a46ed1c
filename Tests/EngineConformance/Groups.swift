import Relational
import Testing

extension Conformance {
    /// Writes that are committed together.
    static let groups = [
        Conformance("answers every one of many writes with its own value") { engine async throws in
            let database = engine.database
            let answers = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
                for number in 0..<800 {
                    group.addTask {
                        let value = try await database.write(lane: number % 3 == 0 ? .urgent : .normal) {
                            (tx) throws(DatabaseError) in
                            try tx.run("INSERT INTO thing (id, number) VALUES (\(number), \(number * 2))")
                            return number * 2
                        }
                        return (number, value)
                    }
                }
                return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            #expect(answers == Dictionary(uniqueKeysWithValues: (0..<800).map { ($0, $0 * 2) }))
            #expect(try await engine.values("SELECT number FROM thing ORDER BY id") == (0..<800).map { $0 * 2 })
        },
        Conformance("refuses only writes beyond 1,024 in the queue") { engine async throws in
            let database = try await engine.open(EngineOptions())
            defer { database.close() }
            #expect(database.load.allowed == 1024)
            let answers = try await queued(1024 + 3, in: database) { number in
                await Result { () async throws(DatabaseError) in
                    try await database.run("INSERT INTO thing (id) VALUES (\(number))")
                }
            }
            let refused = answers.filter { $0.value == .failure(.queueFull) }.map(\.key)
            let taken = answers.filter { $0.value == .success(1) }.map(\.key).sorted()
            #expect(refused.count == 3)
            #expect(taken.count == 1024)
            #expect(try await database.values("SELECT id FROM thing ORDER BY id") == taken)
            #expect(try await database.run("INSERT INTO thing (id) VALUES (99999)") == 1)
        },
        Conformance("returns each closure's own error, and does not affect the others of its group") {
            engine async throws in
            let database = try await engine.open(EngineOptions())
            defer { database.close() }
            let runs = Notes()
            let answers = try await queued(1024 + 1, in: database) { number in
                await Result { () async throws(DatabaseError) in
                    try await database.write { (tx) throws(DatabaseError) in
                        runs.add(number)
                        try tx.run("INSERT INTO thing (id) VALUES (\(number))")
                        if number % 100 == 0 { throw DatabaseError.onPurpose }
                        return number
                    }
                }
            }
            let taken = answers.filter { $0.value != .failure(.queueFull) }
            for (number, answer) in taken {
                #expect(answer == (number % 100 == 0 ? .failure(.onPurpose) : .success(number)))
            }
            let expected = taken.keys.filter { $0 % 100 != 0 }.sorted()
            #expect(try await database.values("SELECT id FROM thing ORDER BY id") == expected)
            let counts = Set(Dictionary(grouping: runs.all) { $0 }.values.map(\.count))
            #expect(counts.isSubset(of: [1, 2]))
            #expect(counts.contains(2), "no closure ran twice, so no group was tried")
        },
        Conformance("lets urgent writes precede the rest of a running group, and runs each once") {
            engine async throws in
            let run = try await urgentDuringGroup(engine, isFailing: false)
            #expect(run.order == [1, 99, 2, 3])
            #expect(run.rows == [1, 2, 3, 99])
        },
        Conformance("lets urgent writes wait for a failed group, of which each runs alone") { engine async throws in
            let run = try await urgentDuringGroup(engine, isFailing: true)
            #expect(run.order == [1, 1, 2, 3, 99])
            #expect(run.rows == [2, 3, 99])
        },
        Conformance("commits a write that returns an outcome") { engine async throws in
            let outcome = try await engine.write { (tx) throws(DatabaseError) -> Bool in
                try tx.run("INSERT INTO thing (id) VALUES (1)")
                return try tx.exists("SELECT 1 FROM thing WHERE id = 2")
            }
            #expect(outcome == false)
            #expect(try await engine.values("SELECT id FROM thing", as: Int.self) == [1])
        },
        Conformance("accepts a write that is to show whether writes work") { engine async throws in
            try await engine.database.tryWriting()
        },
    ]
}

/// Queues writes behind a held writer until no more are accepted, then releases the writer, and returns all answers.
private func queued(
    _ count: Int, in database: any Engine, _ write: @escaping @Sendable (Int) async -> Result<Int, DatabaseError>
) async throws -> [Int: Result<Int, DatabaseError>] {
    let gate = Gate()
    return try await withThrowingTaskGroup(of: (Int, Result<Int, DatabaseError>).self) { group in
        group.addTask {
            try await database.write { _ throws(DatabaseError) in gate.pass() }
            return (-1, .success(-1))
        }
        await gate.isReached()
        for number in 0..<count { group.addTask { (number, await write(number)) } }
        var answers: [Int: Result<Int, DatabaseError>] = [:]
        var isOpen = false
        for try await (number, answer) in group where number >= 0 {
            answers[number] = answer
            // The first answer is a refusal, since the writer is held: the queue is full.
            if !isOpen { gate.open() }
            isOpen = true
        }
        return answers
    }
}

/// Queues an urgent write while the first of a group of three runs.
/// - Parameter isFailing: whether the first of the group throws, so that each runs alone.
private func urgentDuringGroup(
    _ engine: any TestEngine, isFailing: Bool
) async throws -> (order: [Int], rows: [Int]) {
    let database = try await engine.open(EngineOptions())
    defer { database.close() }
    let (held, begun) = (Gate(), Gate())
    let order = Notes()
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await database.write { _ throws(DatabaseError) in held.pass() } }
        await held.isReached()
        for number in 1...3 {
            group.addTask {
                let answer = await Result { () async throws(DatabaseError) in
                    try await database.write { (tx) throws(DatabaseError) in
                        let isFirst = order.add(number) == [number]
                        if isFirst { begun.pass() }
                        if isFirst || number == 1, isFailing { throw DatabaseError.onPurpose }
                        try tx.run("INSERT INTO thing (id) VALUES (\(number))")
                    }
                }
                if !isFailing { try answer.get() }
            }
            while database.load.writesWaiting < number { await Task.yield() }
        }
        held.open()
        await begun.isReached()
        group.addTask {
            try await database.write(lane: .urgent) { (tx) throws(DatabaseError) in
                order.add(99)
                try tx.run("INSERT INTO thing (id) VALUES (99)")
            }
        }
        while database.load.writesWaiting < 1 { await Task.yield() }
        begun.open()
        try await group.waitForAll()
    }
    return (order.all, try await database.values("SELECT id FROM thing ORDER BY id"))
}
