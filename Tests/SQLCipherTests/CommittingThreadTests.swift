import Coordination
import EngineConformance
import Glibc
import Relational
import SQLCipher
import Testing

@Suite(.timeLimit(.minutes(10))) struct `The thread of a commit` {
    let scratch: Scratch
    let database: Database
    let asking = FairExecutors(on: FairThreadPool<Int>(width: 2)).executor(of: 1)

    init() throws {
        scratch = try Scratch()
        database = try scratch.database()
    }

    @Test func `is the one that asks, if that may block and is alone in its pool`() async throws {
        defer { database.close() }
        try await withTaskExecutorPreference(asking) {
            for number in 1...3 {
                let own = thread()
                let committing = try await commit(number)
                #expect(committing == own)
            }
            let own = thread()
            let committing = try await commit(4, lane: .urgent)
            #expect(committing != own)
        }
        let own = thread()
        #expect(try await commit(5) != own)
        #expect(try await database.values("SELECT id FROM thing ORDER BY id") == [1, 2, 3, 4, 5])
    }

    @Test func `is the file's own for the writes that came meanwhile`() async throws {
        defer { database.close() }
        let gate = Gate()
        let first = Task {
            try await withTaskExecutorPreference(asking) { try await commit(1) { gate.pass() } }
        }
        await gate.isReached()
        let second = Task { try await commit(2) }
        while database.load.writesWaiting < 1 { await Task.yield() }
        gate.open()
        let threads = try await (first.value, second.value)
        #expect(threads.0 != threads.1)
        #expect(try await database.values("SELECT id FROM thing ORDER BY id") == [1, 2])
    }

    /// Returns the thread that ran the closure.
    private func commit(
        _ id: Int, lane: WriteLane = .normal, _ meanwhile: @escaping @Sendable () -> Void = {}
    ) async throws(DatabaseError) -> pthread_t {
        try await database.write(lane: lane) { (tx) throws(DatabaseError) in
            try tx.run("INSERT INTO thing (id) VALUES (\(id))")
            meanwhile()
            return thread()
        }
    }
}

private func thread() -> pthread_t { pthread_self() }
