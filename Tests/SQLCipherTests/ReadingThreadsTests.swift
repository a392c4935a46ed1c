import Dispatch
import Relational
import SQLCipher
import Synchronization
import Testing

@Suite struct `Reading threads shared by databases` {
    let scratches: [Scratch]
    let threads = ReadingThreads(width: 3)

    init() throws {
        scratches = try (0..<10).map { _ in try Scratch() }
    }

    private func open(on threads: ReadingThreads? = nil) throws -> [Database] {
        let threads = threads ?? self.threads
        return try scratches.map { scratch in
            try Database.create(path: scratch.path, key: Scratch.key(), migrations: Scratch.schema)
            return try Database.open(
                path: scratch.path, key: Scratch.key(), migrations: Scratch.schema, threads: threads)
        }
    }

    @Test func `never exceed their number, and every read is answered`() async throws {
        let databases = try open()
        defer { for database in databases { database.close() } }
        let (count, highest) = (Headcount(), Headcount())
        let gate = DispatchSemaphore(value: 0)
        try await withThrowingTaskGroup(of: Int64.self) { reads in
            for database in databases {
                for _ in 0..<4 {
                    reads.addTask {
                        try await database.read { (tx) throws(DatabaseError) in
                            highest.raise(to: count.add(1))
                            gate.wait()
                            _ = count.add(-1)
                            return try tx.first("SELECT 7") { row throws(DatabaseError) in try row.value(0) } ?? 0
                        }
                    }
                }
            }
            // All threads stand at the gate, and the other reads wait for them.
            while count.value < 3 { await Task.yield() }
            for _ in 0..<40 { gate.signal() }
            var answers: [Int64] = []
            for try await answer in reads { answers.append(answer) }
            #expect(answers == Array(repeating: 7, count: 40))
        }
        #expect(highest.value == 3)
    }

    @Test(arguments: [ReadingLane.normal, .urgent])
    func `are never all taken by one lane, so that the other is served meanwhile`(lane: ReadingLane) async throws {
        let databases = try open(on: ReadingThreads(width: 4, kept: 1))
        defer { for database in databases { database.close() } }
        let other = lane == .normal ? ReadingLane.urgent : .normal
        let (count, highest) = (Headcount(), Headcount())
        let gate = DispatchSemaphore(value: 0)
        try await withThrowingTaskGroup(of: Void.self) { reads in
            for database in databases {
                for _ in 0..<4 {
                    reads.addTask {
                        try await database.read(lane: lane) { _ throws(DatabaseError) in
                            highest.raise(to: count.add(1))
                            gate.wait()
                            _ = count.add(-1)
                        }
                    }
                }
            }
            while count.value < 3 { await Task.yield() }
            // Also for a database with all normal readers in use.
            for database in databases {
                #expect(
                    try await database.read(lane: other) { (tx) throws(DatabaseError) in try tx.exists("SELECT 1") })
            }
            for _ in 0..<40 { gate.signal() }
            try await reads.waitForAll()
        }
        #expect(highest.value == 3)
    }

    @Test func `let a database with waiting reads be closed`() async throws {
        let databases = try open()
        let gate = DispatchSemaphore(value: 0)
        let count = Headcount()
        let held = (0..<3).map { index in
            Task {
                try await databases[index].read { _ throws(DatabaseError) in
                    _ = count.add(1)
                    gate.wait()
                }
            }
        }
        while count.value < 3 { await Task.yield() }
        let waiting = Task { try await databases[9].values("SELECT 1", as: Int64.self) }
        while !threads.areScarce { await Task.yield() }
        let closing = Task { () async in
            await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
                DispatchQueue(label: "closing").async {
                    databases[9].close()
                    done.resume()
                }
            }
        }
        for _ in 0..<3 { gate.signal() }
        #expect(try await waiting.value == [1])
        await closing.value
        for task in held { try await task.value }
        for database in databases { database.close() }
    }
}

/// A counter shared by many tasks.
private final class Headcount: Sendable {
    private let state = Mutex(0)
    var value: Int { state.withLock { $0 } }

    func add(_ number: Int) -> Int {
        state.withLock { state in
            state += number
            return state
        }
    }

    func raise(to number: Int) { state.withLock { $0 = max($0, number) } }
}
