import Relational
import SQLCipher
import Synchronization
import Testing

@Suite struct `Group commit` {
    let scratch: Scratch
    let database: Database

    init() throws {
        scratch = try Scratch()
        database = try scratch.database()
    }

    /// Queues writes behind a held writer until no more are accepted, then releases the writer, and returns all
    /// answers.
    func queued(
        _ count: Int, _ write: @escaping @Sendable (Int) async -> Result<Int, DatabaseError>
    ) async throws -> [Int: Result<Int, DatabaseError>] {
        let gate = Gate()
        return try await withThrowingTaskGroup(of: (Int, Result<Int, DatabaseError>).self) { group in
            group.addTask { [database] in
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

    @Test func `answers every one of many writes with its own value`() async throws {
        defer { database.close() }
        let answers = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
            for number in 0..<800 {
                group.addTask { [database] in
                    let value = try await database.write(lane: number % 3 == 0 ? .urgent : .normal) {
                        (tx) throws(DatabaseError) in
                        try tx.run("INSERT INTO thing (id, value) VALUES (\(number), \(number * 2))")
                        return number * 2
                    }
                    return (number, value)
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(answers == Dictionary(uniqueKeysWithValues: (0..<800).map { ($0, $0 * 2) }))
        #expect(try await database.values("SELECT value FROM thing ORDER BY id") == (0..<800).map { $0 * 2 })
    }

    @Test func `refuses only writes beyond 1,024 in the queue`() async throws {
        defer { database.close() }
        let answers = try await queued(Database.queueCapacity + 3) { [database] number in
            await Result { () async throws(DatabaseError) in
                try await database.run("INSERT INTO thing (id) VALUES (\(number))")
            }
        }
        let refused = answers.filter { $0.value == .failure(.queueFull) }.map(\.key)
        let taken = answers.filter { $0.value == .success(1) }.map(\.key).sorted()
        #expect(refused.count == 3)
        #expect(taken.count == Database.queueCapacity)
        #expect(try await database.values("SELECT id FROM thing ORDER BY id") == taken)
        #expect(try await database.run("INSERT INTO thing (id) VALUES (99999)") == 1)
    }

    @Test func `returns each closure's own error, and does not affect the others`() async throws {
        defer { database.close() }
        let counted = Counter()
        let answers = try await queued(Database.queueCapacity + 1) { [database] number in
            await Result { () async throws(DatabaseError) in
                try await database.write { (tx) throws(DatabaseError) in
                    counted.add(number)
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
        let counts = Set(counted.counts.values)
        #expect(counts.isSubset(of: [1, 2]))
        #expect(counts.contains(2), "no closure ran twice, so no group was tried")
    }

    /// - Parameter isFailing: whether the first of the group throws, so that each runs alone.
    @Test(arguments: [false, true])
    func `lets urgent writes precede the rest of a running group, and runs each once`(isFailing: Bool)
        async throws
    {
        defer { database.close() }
        let (held, begun) = (Gate(), Gate())
        let order = Order()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [database] in try await database.write { _ throws(DatabaseError) in held.pass() } }
            await held.isReached()
            for number in 1...3 {
                group.addTask { [database] in
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
            group.addTask { [database] in
                try await database.write(lane: .urgent) { (tx) throws(DatabaseError) in
                    order.add(99)
                    try tx.run("INSERT INTO thing (id) VALUES (99)")
                }
            }
            while database.load.writesWaiting < 1 { await Task.yield() }
            begun.open()
            try await group.waitForAll()
        }
        let ran = order.all
        #expect(ran == (isFailing ? [1, 1, 2, 3, 99] : [1, 99, 2, 3]))
        #expect(
            try await database.values("SELECT id FROM thing ORDER BY id") == (isFailing ? [2, 3, 99] : [1, 2, 3, 99]))
    }

    @Test func `keeps a returned outcome`() async throws {
        defer { database.close() }
        let outcome = try await database.write { (tx) throws(DatabaseError) -> Bool in
            try tx.run("INSERT INTO thing (id) VALUES (1)")
            return try tx.exists("SELECT 1 FROM thing WHERE id = 2")
        }
        #expect(outcome == false)
        #expect(try await database.values("SELECT id FROM thing", as: Int64.self) == [1])
    }
}

/// The order in which closures ran.
private final class Order: Sendable {
    private let numbers = Mutex<[Int]>([])

    var all: [Int] { numbers.withLock(\.self) }

    /// - Returns: all so far.
    @discardableResult
    func add(_ number: Int) -> [Int] {
        numbers.withLock { numbers in
            numbers.append(number)
            return numbers
        }
    }
}

/// Counts the runs of each closure.
final class Counter: Sendable {
    private let runs = Mutex<[Int: Int]>([:])

    func add(_ number: Int) {
        runs.withLock { $0[number, default: 0] += 1 }
    }

    var counts: [Int: Int] { runs.withLock { $0 } }
}

extension Result where Failure == DatabaseError {
    init(_ body: () async throws(DatabaseError) -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
