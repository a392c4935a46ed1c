import Relational
import Synchronization
import Testing

extension Conformance {
    /// The events that an observer of a database is told.
    static let observers = [
        Conformance("tells its observer of each commit, and of nothing else") { engine async throws in
            let told = Told()
            let database = try await engine.open(EngineOptions(observer: told.observer))
            defer { database.close() }
            try await database.run("INSERT INTO thing (id) VALUES (1)")
            #expect(told.commits == [1])
            #expect(told.times.allSatisfy { $0 > .zero })
            #expect(told.failures == [])
        },
        Conformance("tells its observer of the writes in a group, and of its failures") { engine async throws in
            let told = Told()
            let database = try await engine.open(EngineOptions(observer: told.observer))
            defer { database.close() }
            let gate = Gate()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await database.write { _ throws(DatabaseError) in gate.pass() } }
                await gate.isReached()
                for number in 1...5 {
                    group.addTask {
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
            #expect(told.commits == [1, 1, 1, 1, 1], "four alone, since the group failed")
            #expect(told.failures == [.onPurpose])
            #expect(database.load == DatabaseLoad(writesWaiting: 0, readsWaiting: 0, allowed: 1024))
        },
        Conformance("tells its observer how long a read waited for a connection") { engine async throws in
            try await tellsWait(engine, EngineOptions(readers: 1))
        },
        Conformance("tells its observer how long a read waited for a thread") { engine async throws in
            try await tellsWait(engine, EngineOptions(readers: 2, threads: 1))
        },
        Conformance("tells its observer of each refusal because of a full queue") { engine async throws in
            let told = Told()
            let database = try await engine.open(EngineOptions(observer: told.observer))
            defer { database.close() }
            let gate = Gate()
            await withTaskGroup(of: Void.self) { group in
                group.addTask { _ = try? await database.write { _ throws(DatabaseError) in gate.pass() } }
                await gate.isReached()
                for _ in 0..<1024 + 2 {
                    group.addTask { _ = try? await database.write { _ throws(DatabaseError) in } }
                }
                while told.refusals < 2 { await Task.yield() }
                #expect(database.load.writesWaiting == 1024)
                gate.open()
            }
            #expect(told.refusals == 2)
            #expect(told.commits.reduce(0, +) == 1024 + 1)
        },
    ]

    /// Which changes of watched tables an observer is told of.
    static let watching = [
        Conformance("tells of each commit that changes a watched table, before its answer, and of no other") {
            engine async throws in
            let told = Told(watching: ["name"])
            let database = try await engine.open(EngineOptions(observer: told.observer))
            defer { database.close() }
            try await database.run("INSERT INTO thing (id) VALUES (1)")
            #expect(told.changes == 0)
            try await database.run("INSERT INTO name (text) VALUES ('a')")
            #expect(told.changes == 1)
            // The statement stays prepared.
            try await database.run("INSERT INTO name (text) VALUES ('a b')")
            try await database.run("INSERT INTO name (text) SELECT 'b' FROM thing")
            #expect(told.changes == 3)
            try await database.run("UPDATE name SET text = 'c' WHERE text = 'a'")
            try await database.run("DELETE FROM name")
            #expect(told.changes == 5)
            try await database.run("DELETE FROM thing WHERE id IN (SELECT thing FROM name)")
            #expect(try await database.values("SELECT COUNT(*) FROM name") == [0])
            #expect(told.changes == 5)
            // The other group has but this table.
            #expect(told.changesOfThings == 2)
        },
        Conformance("tells of no change that was rolled back") { engine async throws in
            let told = Told(watching: ["name"])
            let database = try await engine.open(EngineOptions(observer: told.observer))
            defer { database.close() }
            await #expect(throws: DatabaseError.onPurpose) {
                try await database.write { (tx) throws(DatabaseError) in
                    try tx.run("INSERT INTO name (text) VALUES ('a')")
                    throw DatabaseError.onPurpose
                }
            }
            try await database.run("INSERT INTO thing (id) VALUES (1)")
            #expect(told.changes == 0)
        },
    ]
}

/// A second read waits for the first one.
private func tellsWait(_ engine: any TestEngine, _ options: EngineOptions) async throws {
    let told = Told()
    var options = options
    options.observer = told.observer
    let database = try await engine.open(options)
    defer { database.close() }
    told.forgetWaits()
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
    #expect(told.waits.count == 2)
    #expect(try #require(told.waits.last) >= waited)
    #expect(database.load.readsWaiting == 0)
}

/// The events that an observer received.
private final class Told: Sendable {
    private struct Events {
        var commits: [Int] = []
        var times: [Duration] = []
        var failures: [DatabaseError] = []
        var refusals = 0
        var (changes, changesOfThings) = (0, 0)
        var waits: [Duration] = []
    }

    private let events = Mutex(Events())
    private let watched: Set<String>

    init(watching watched: Set<String> = []) {
        self.watched = watched
    }

    var observer: DatabaseObserver {
        var observer = DatabaseObserver(
            committed: { writes, time, _ in
                self.events.withLock { events in
                    events.commits.append(writes)
                    events.times.append(time)
                }
            },
            failed: { error in self.events.withLock { $0.failures.append(error) } },
            refused: { self.events.withLock { $0.refusals += 1 } },
            readBegan: { wait in self.events.withLock { $0.waits.append(wait) } })
        observer.watchedTables = WatchedTables([watched, ["thing"]])
        observer.changedWatched = { groups in
            self.events.withLock {
                if groups.contains(.first) { $0.changes += 1 }
                if groups.contains(.second) { $0.changesOfThings += 1 }
            }
        }
        return observer
    }

    var commits: [Int] { events.withLock { $0.commits } }
    var times: [Duration] { events.withLock { $0.times } }
    var failures: [DatabaseError] { events.withLock { $0.failures } }
    var refusals: Int { events.withLock { $0.refusals } }
    var changes: Int { events.withLock { $0.changes } }
    var changesOfThings: Int { events.withLock { $0.changesOfThings } }
    var waits: [Duration] { events.withLock { $0.waits } }

    func forgetWaits() { events.withLock { $0.waits = [] } }
}
