import EngineConformance
import PostgreSQL
import Relational
import Testing

@Suite struct `A database whose connection breaks` {
    private let server: TestServer
    private let location: PostgresLocation
    private let head = "UPDATE head SET commits = commits + 1"

    init() throws {
        server = try TestServer.shared.get()
        location = try TestPlace.make()
    }

    private func open(
        _ address: PostgresAddress? = nil, answerTimeout: Duration = .seconds(10), observer: DatabaseObserver = .none
    ) throws -> PostgresDatabase {
        let pool = ConnectionPool(
            try address ?? server.address(), password: nil,
            limits: .init(writers: 2, readers: 2, kept: 1, idle: .seconds(600)))
        return try PostgresDatabase.open(
            pool, at: location, head: head, answerTimeout: answerTimeout, observer: observer)
    }

    /// Runs a write, the closure of which ends its own connection the first times.
    private func writeEnding(_ times: Int, in database: PostgresDatabase, runs: Notes) async throws(DatabaseError) {
        try await database.write { [server] (tx) throws(DatabaseError) in
            try tx.run("INSERT INTO thing (id) VALUES (1)")
            if runs.add(1).count <= times { server.end(try tx.number("SELECT pg_backend_pid()")) }
        }
    }

    @Test func `while it is idle reads and writes on a new one`() async throws {
        let database = try open()
        defer { database.close() }
        for number in 1...2 {
            let write = try await database.write { (tx) throws(DatabaseError) in
                try tx.run("INSERT INTO thing (id) VALUES (\(number))")
                return try tx.number("SELECT pg_backend_pid()")
            }
            let read = try await database.values("SELECT pg_backend_pid()", as: Int.self)
            #expect(try await database.values("SELECT COUNT(*) FROM thing") == [number])
            for process in [write] + read { server.end(process) }
        }
        #expect(try await database.values("SELECT id FROM thing ORDER BY id") == [1, 2])
    }

    @Test func `before its commit runs the group once more, and commits it once`() async throws {
        let database = try open()
        defer { database.close() }
        let runs = Notes()
        try await writeEnding(1, in: database, runs: runs)
        #expect(runs.all.count == 2)
        #expect(try await database.values("SELECT id FROM thing") == [1])
        // To ask is a commit, too. It asks unless the loss shows before it sends COMMIT.
        #expect([[1], [2]].contains(try await database.values("SELECT commits FROM head", as: Int.self)))
    }

    @Test func `twice before its commit is unavailable, and has written nothing`() async throws {
        let database = try open()
        defer { database.close() }
        let runs = Notes()
        let error = await #expect(throws: DatabaseError.self) {
            try await writeEnding(2, in: database, runs: runs)
        }
        #expect(error?.isOfServer == true && error?.mayBeDurable == false)
        #expect(runs.all.count == 2)
        #expect(try await database.values("SELECT COUNT(*) FROM thing") == [0])
        try await database.run("INSERT INTO thing (id) VALUES (2)")
    }

    @Test func `answers all writes of the group, each of which is committed once`() async throws {
        let database = try open()
        defer { database.close() }
        let gate = Gate()
        let runs = Notes()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await database.write { _ throws(DatabaseError) in gate.pass() } }
            await gate.isReached()
            for number in 2...5 {
                group.addTask {
                    try await database.run("INSERT INTO thing (id) VALUES (\(number))")
                }
            }
            group.addTask { try await writeEnding(1, in: database, runs: runs) }
            while database.load.writesWaiting < 5 { await Task.yield() }
            gate.open()
            try await group.waitForAll()
        }
        #expect(runs.all.count == 2)
        #expect(try await database.values("SELECT id FROM thing ORDER BY id") == [1, 2, 3, 4, 5])
        // To ask is a commit, too. It asks unless the loss shows before it sends COMMIT.
        #expect([[2], [3]].contains(try await database.values("SELECT commits FROM head", as: Int.self)))
    }

    @Test func `in a read is unavailable for this read only`() async throws {
        let database = try open()
        defer { database.close() }
        let error = await #expect(throws: DatabaseError.self) {
            try await database.read { [server] (tx) throws(DatabaseError) in
                server.end(try tx.number("SELECT pg_backend_pid()"))
                return try tx.number("SELECT 1")
            }
        }
        #expect(error?.isOfServer == true)
        #expect(try await database.values("SELECT 1", as: Int.self) == [1])
    }

    @Test func `before the server receives the commit runs the group once more`() async throws {
        let proxy = try Proxy(server)
        let database = try open(proxy.address)
        defer { database.close() }
        let runs = Notes()
        proxy.set(.beforeCommit)
        try await writeEnding(0, in: database, runs: runs)
        #expect(runs.all.count == 2)
        #expect(try await database.values("SELECT id FROM thing") == [1])
        // The first transaction has number 2, its fence 3.
        #expect(try await database.values("SELECT number FROM writer") == [4])
        // To ask is a commit, too. It asks unless the loss shows before it sends COMMIT.
        #expect([[1], [2]].contains(try await database.values("SELECT commits FROM head", as: Int.self)))
    }

    @Test func `before the answer to a commit is committed, and runs no closure twice`() async throws {
        let proxy = try Proxy(server)
        let database = try open(proxy.address)
        defer { database.close() }
        let runs = Notes()
        proxy.set(.afterCommit)
        try await writeEnding(0, in: database, runs: runs)
        #expect(runs.all.count == 1)
        #expect(try await database.values("SELECT id FROM thing") == [1])
        #expect(try await database.values("SELECT number FROM writer") == [2])
        // To ask is a commit, too. It asks unless the loss shows before it sends COMMIT.
        #expect([[1], [2]].contains(try await database.values("SELECT commits FROM head", as: Int.self)))
    }

    @Test func `before the answer to a commit does not tell what it can't know`() async throws {
        let proxy = try Proxy(server)
        let (runs, changes) = (Notes(), Notes())
        var observer = DatabaseObserver()
        observer.changedWatched = { _ in changes.add(1) }
        let database = try open(proxy.address, answerTimeout: .milliseconds(50), observer: observer)
        defer { database.close() }
        proxy.set(.afterCommitForEver)
        let error = await #expect(throws: DatabaseError.self) {
            try await writeEnding(0, in: database, runs: runs)
        }
        #expect(error?.isOfServer == true && error?.mayBeDurable == true)
        #expect(runs.all.count == 1)
        #expect(changes.all == [1], "a cache of callers is told that they may have changed")
        let later = await #expect(throws: DatabaseError.self) {
            try await database.run("INSERT INTO thing (id) VALUES (2)")
        }
        #expect(later?.isOfServer == true && later?.mayBeDurable == false)
        let again = try open()
        defer { again.close() }
        #expect(try await again.values("SELECT id FROM thing") == [1])
    }

    @Test func `waits longer after each attempt to connect, up to a second`() {
        var backoff = Backoff()
        let start = ContinuousClock.now
        #expect(backoff.allows(at: start))
        for milliseconds in [50, 100, 200, 400, 800, 1000, 1000] {
            backoff.failed(at: start, begun: start)
            #expect(!backoff.allows(at: start + .milliseconds(milliseconds - 1)))
            #expect(backoff.allows(at: start + .milliseconds(milliseconds)))
        }
        backoff.succeeded()
        #expect(backoff.allows(at: start))
        backoff.failed(at: start, begun: start)
        #expect(backoff.allows(at: start + .milliseconds(50)))
    }

    @Test func `counts attempts to connect that fail together once`() {
        var backoff = Backoff()
        let start = ContinuousClock.now
        for milliseconds in 1...20 {
            // Each began at the same moment, before the first one failed.
            backoff.failed(at: start + .milliseconds(milliseconds), begun: start)
        }
        #expect(!backoff.allows(at: start + .milliseconds(50)))
        #expect(backoff.allows(at: start + .milliseconds(51)))
        backoff.failed(at: start + .milliseconds(60), begun: start + .milliseconds(51))
        #expect(!backoff.allows(at: start + .milliseconds(159)))
        #expect(backoff.allows(at: start + .milliseconds(160)))
    }
}

extension TestServer {
    /// Ends a process of the server, and waits for its end.
    func end(_ process: Int) {
        do {
            let session = try PostgresSession(address(), password: nil)
            let gone = try ReadTransaction(session).exists(
                "SELECT 1 WHERE pg_terminate_backend(CAST(\(process) AS INTEGER), 10000)")
            #expect(gone)
        } catch { Issue.record(error) }
    }
}
