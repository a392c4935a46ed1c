import Dispatch
import Relational
import Synchronization
import Testing

extension Conformance {
    /// The threads of reads, which databases share.
    static let readingThreads = [
        Conformance("never reads on more threads than the databases share, and answers every read") {
            engine async throws in
            let databases = try await engine.open(10, threads: 3, kept: 0)
            defer { for database in databases { database.close() } }
            let (gate, count) = (DispatchSemaphore(value: 0), Headcount())
            try await withThrowingTaskGroup(of: Int.self) { reads in
                for database in databases {
                    for _ in 0..<4 {
                        reads.addTask {
                            try await database.read { (tx) throws(DatabaseError) in
                                count.enter()
                                gate.wait()
                                count.leave()
                                return try tx.number("SELECT 7")
                            }
                        }
                    }
                }
                // All threads stand at the gate, and the other reads wait for them.
                while count.value < 3 { await Task.yield() }
                for _ in 0..<40 { gate.signal() }
                var answers: [Int] = []
                for try await answer in reads { answers.append(answer) }
                #expect(answers == Array(repeating: 7, count: 40))
            }
            #expect(count.highest == 3)
        },
        Conformance("leaves a thread to urgent reads while all others read") { engine async throws in
            try await leavesThread(engine, to: .urgent)
        },
        Conformance("leaves a thread to normal reads while all others are urgent") { engine async throws in
            try await leavesThread(engine, to: .normal)
        },
        Conformance("lets a database be closed whose reads wait for a thread") { engine async throws in
            let databases = try await engine.open(4, threads: 3, kept: 0)
            let (gate, count) = (DispatchSemaphore(value: 0), Headcount())
            try await withThrowingTaskGroup(of: Void.self) { group in
                for database in databases.dropLast() {
                    group.addTask {
                        try await database.read { _ throws(DatabaseError) in
                            count.enter()
                            gate.wait()
                        }
                    }
                }
                while count.value < 3 { await Task.yield() }
                let last = databases[3]
                group.addTask {
                    let answer = try await last.values("SELECT 1", as: Int.self)
                    #expect(answer == [1])
                }
                while last.load.readsWaiting < 1 { await Task.yield() }
                group.addTask { await last.closed() }
                for _ in 0..<3 { gate.signal() }
                try await group.waitForAll()
            }
            for database in databases { database.close() }
        },
    ]
}

private func leavesThread(_ engine: any TestEngine, to other: ReadLane) async throws {
    let databases = try await engine.open(6, threads: 4, kept: 1)
    defer { for database in databases { database.close() } }
    let lane: ReadLane = other == .normal ? .urgent : .normal
    let (gate, count) = (DispatchSemaphore(value: 0), Headcount())
    try await withThrowingTaskGroup(of: Void.self) { reads in
        for database in databases {
            for _ in 0..<4 {
                reads.addTask {
                    try await database.read(lane: lane) { _ throws(DatabaseError) in
                        count.enter()
                        gate.wait()
                        count.leave()
                    }
                }
            }
        }
        while count.value < 3 { await Task.yield() }
        // Also for a database of which all readers of that lane are in use.
        for database in databases {
            #expect(try await database.read(lane: other) { (tx) throws(DatabaseError) in try tx.exists("SELECT 1") })
        }
        for _ in 0..<24 { gate.signal() }
        try await reads.waitForAll()
    }
    #expect(count.highest == 3)
}

/// How many closures are at a place, and the most at one moment.
private final class Headcount: Sendable {
    private let state = Mutex((now: 0, highest: 0))

    var value: Int { state.withLock { $0.now } }
    var highest: Int { state.withLock { $0.highest } }

    func enter() {
        state.withLock { state in
            state.now += 1
            state.highest = max(state.highest, state.now)
        }
    }

    func leave() { state.withLock { $0.now -= 1 } }
}
