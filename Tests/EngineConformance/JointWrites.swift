import Relational
import Synchronization
import Testing

extension Conformance {
    /// Requests of several writes that one closure carries out.
    static let jointWrites = [
        Conformance("carries out the requests that wait together, and answers each with its own value") {
            engine async throws in
            let database = try await engine.open(EngineOptions())
            defer { database.close() }
            let calls = Calls()
            let answers = try await waiting(40, in: database, by: calls.work())
            #expect(answers == Dictionary(uniqueKeysWithValues: (0..<40).map { ($0, .success($0 * 2)) }))
            #expect(calls.all.count == 1)
            #expect(calls.all.first?.sorted() == Array(0..<40))
            #expect(try await database.values("SELECT id FROM thing ORDER BY id") == Array(0..<40))
        },
        Conformance("carries out each request alone if one of them throws, which alone fails") { engine async throws in
            let database = try await engine.open(EngineOptions())
            defer { database.close() }
            let calls = Calls()
            let answers = try await waiting(10, in: database, by: calls.work(failing: 7))
            for number in 0..<10 {
                #expect(answers[number] == (number == 7 ? .failure(.onPurpose) : .success(number * 2)))
            }
            #expect(calls.all.count == 11)
            #expect(calls.all.dropFirst().allSatisfy { $0.count == 1 })
            #expect(try await database.values("SELECT id FROM thing ORDER BY id") == [0, 1, 2, 3, 4, 5, 6, 8, 9])
        },
        Conformance("keeps work of different kinds apart") { engine async throws in
            let database = try await engine.open(EngineOptions())
            defer { database.close() }
            let (even, odd) = (Calls(), Calls())
            let works = [even.work(), odd.work()]
            let answers = try await waiting(20, in: database) { works[$0 % 2] }
            #expect(answers.count == 20)
            #expect(even.all.map { $0.sorted() } == [Array(stride(from: 0, to: 20, by: 2))])
            #expect(odd.all.map { $0.sorted() } == [Array(stride(from: 1, to: 20, by: 2))])
        },
        Conformance("carries out requests of the normal lane one by one, since urgent writes may precede them") {
            engine async throws in
            let database = try await engine.open(EngineOptions())
            defer { database.close() }
            let calls = Calls()
            let answers = try await waiting(5, in: database, by: calls.work(), lane: .normal)
            #expect(answers.count == 5)
            #expect(calls.all.map(\.count) == [1, 1, 1, 1, 1])
        },
    ]
}

/// The requests of each call of a closure.
private final class Calls: Sendable {
    private let calls = Mutex<[[Int]]>([])

    var all: [[Int]] { calls.withLock(\.self) }

    /// Inserts a row for each request.
    /// - Parameter bad: a request that throws.
    func work(failing bad: Int? = nil) -> JointWork<Int, Int> {
        JointWork { (tx, requests) throws(DatabaseError) in
            self.calls.withLock { $0.append(requests) }
            for number in requests { try tx.run("INSERT INTO thing (id) VALUES (\(number))") }
            if let bad, requests.contains(bad) { throw .onPurpose }
            return requests.map { $0 * 2 }
        }
    }
}

private func waiting(
    _ count: Int, in database: any Engine, by work: JointWork<Int, Int>, lane: WriteLane = .urgent
) async throws -> [Int: Result<Int, DatabaseError>] {
    try await waiting(count, in: database, lane: lane) { _ in work }
}

/// Queues requests behind a held writer, releases it when all wait, and returns all answers.
private func waiting(
    _ count: Int, in database: any Engine, lane: WriteLane = .urgent,
    by work: @escaping @Sendable (Int) -> JointWork<Int, Int>
) async throws -> [Int: Result<Int, DatabaseError>] {
    let gate = Gate()
    return try await withThrowingTaskGroup(of: (Int, Result<Int, DatabaseError>)?.self) { group in
        group.addTask {
            try await database.write { _ throws(DatabaseError) in gate.pass() }
            return nil
        }
        await gate.isReached()
        for number in 0..<count {
            group.addTask {
                (
                    number,
                    await Result { () async throws(DatabaseError) in
                        try await database.write(number, by: work(number), lane: lane)
                    }
                )
            }
        }
        while database.load.writesWaiting < count { await Task.yield() }
        gate.open()
        return try await group.reduce(into: [:]) { if let (number, answer) = $1 { $0[number] = answer } }
    }
}
