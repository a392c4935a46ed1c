import Relational
import SQLCipher
import Synchronization
import Testing

@Suite struct `An observer` {
    /// The events it received.
    private final class Told: Sendable {
        struct Commit: Equatable {
            let writes: Int
            let pagesInWAL: Int
        }

        let commits = Mutex<[Commit]>([])
        let times = Mutex<[Duration]>([])
        let failures = Atomic(0)
        let refusals = Atomic(0)
        let waits = Mutex<[Duration]>([])

        var observer: DatabaseObserver {
            DatabaseObserver(
                committed: { writes, time, pages in
                    self.commits.withLock { $0.append(Commit(writes: writes, pagesInWAL: pages)) }
                    self.times.withLock { $0.append(time) }
                },
                failed: { _ in self.failures.add(1, ordering: .relaxed) },
                refused: { self.refusals.add(1, ordering: .relaxed) },
                readBegan: { wait in self.waits.withLock { $0.append(wait) } })
        }
    }

    private let scratch: Scratch
    private let told = Told()
    private let database: Database

    init() throws {
        scratch = try Scratch()
        try Database.create(path: scratch.path, key: Scratch.key(), migrations: Scratch.schema)
        database = try Database.open(
            path: scratch.path, key: Scratch.key(), migrations: Scratch.schema, readerCount: 1, observer: told.observer)
    }

    @Test func `gets each commit once it is on the disk, and nothing else`() async throws {
        defer { database.close() }
        _ = try await database.run("INSERT INTO thing (id) VALUES (1)")
        #expect(told.commits.withLock { $0.map(\.writes) } == [1])
        #expect(told.commits.withLock { $0.allSatisfy { $0.pagesInWAL > 0 } })
        #expect(told.times.withLock { $0.allSatisfy { $0 > .zero } })
        #expect(told.failures.load(ordering: .relaxed) == 0)
    }

    @Test func `gets the number of writes in a group, and its failures`() async throws {
        defer { database.close() }
        let gate = Gate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [database] in _ = try await database.write { _ throws(DatabaseError) in gate.pass() } }
            await gate.isReached()
            for number in 1...5 {
                group.addTask { [database] in
                    _ = try? await database.write { (tx) throws(DatabaseError) in
                        if number == 5 { throw DatabaseError.onPurpose }
                        try tx.run("INSERT INTO thing (id) VALUES (\(number))")
                    }
                }
            }
            while database.load.writesWaiting < 5 { await Task.yield() }
            gate.open()
            try await group.waitForAll()
        }
        #expect(told.commits.withLock { $0.map(\.writes) } == [1, 1, 1, 1, 1], "four alone, since the group failed")
        #expect(told.failures.load(ordering: .relaxed) == 1)
        #expect(database.load == DatabaseLoad(writesWaiting: 0, readsWaiting: 0, allowed: Database.queueCapacity))
    }

    @Test(arguments: [1, 2])
    func `gets the time that a read waited for a connection or a thread`(readers: Int) async throws {
        self.database.close()
        let database = try Database.open(
            path: scratch.path, key: Scratch.key(), migrations: Scratch.schema, readerCount: readers,
            threads: ReadingThreads(width: 1), observer: told.observer)
        defer { database.close() }
        let gate = Gate()
        let waited = try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await database.read { _ throws(DatabaseError) in gate.pass() } }
            await gate.isReached()
            group.addTask { try await database.read { _ throws(DatabaseError) in } }
            while database.load.readsWaiting < 1 { await Task.yield() }
            let since = ContinuousClock.now
            await Task.yield()
            let waited = ContinuousClock.now - since
            gate.open()
            try await group.waitForAll()
            return waited
        }
        let waits = told.waits.withLock { $0 }
        #expect(waits.count == 2)
        #expect(try #require(waits.last) >= waited)
        #expect(database.load.readsWaiting == 0)
    }

    @Test func `gets each refusal because of a full queue`() async throws {
        defer { database.close() }
        let gate = Gate()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [database] in _ = try? await database.write { _ throws(DatabaseError) in gate.pass() } }
            await gate.isReached()
            for _ in 0..<Database.queueCapacity + 2 {
                group.addTask { [database] in _ = try? await database.write { _ throws(DatabaseError) in } }
            }
            while told.refusals.load(ordering: .relaxed) < 2 { await Task.yield() }
            #expect(database.load.writesWaiting == Database.queueCapacity)
            gate.open()
        }
        #expect(told.refusals.load(ordering: .relaxed) == 2)
        #expect(told.commits.withLock { $0.map(\.writes).reduce(0, +) } == Database.queueCapacity + 1)
    }
}
