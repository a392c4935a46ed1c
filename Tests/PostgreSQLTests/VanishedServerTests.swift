import EngineConformance
import PostgreSQL
import Relational
import Testing

@Suite struct `A database server that` {
    private let head = "UPDATE head SET commits = commits + 1"

    @Test func `crashes between a commit and its answer tells when it is back that it has it`() async throws {
        let server = try TestServer.own()
        let session = try PostgresSession(server.address(), password: nil)
        // The commit is on the disk before its answer.
        try session.control("ALTER SYSTEM SET synchronous_commit = on")
        try session.control("SELECT pg_reload_conf()")
        let location = try TestPlace.make(on: server)
        let proxy = try Proxy(server) {
            do { try server.crash() } catch { Issue.record(error) }
        }
        let pool = ConnectionPool(try proxy.address, password: nil, limits: .init(writers: 1, readers: 1, kept: 0))
        let database = try PostgresDatabase.open(pool, at: location, head: head, answerTimeout: .seconds(600))
        defer { database.close() }
        let runs = Notes()
        proxy.set(.afterCommitCalling)
        try await database.write { (tx) throws(DatabaseError) in
            runs.add(1)
            try tx.run("INSERT INTO thing (id) VALUES (1)")
        }
        #expect(runs.all.count == 1)
        #expect(try await database.values("SELECT id FROM thing") == [1])
        #expect(try await database.run("INSERT INTO thing (id) VALUES (2)") == 1)
    }

    @Test func `vanishes without a word keeps no thread: its connections are given up`() async throws {
        let location = try TestPlace.make()
        let proxy = try Proxy(TestServer.shared.get())
        // Long enough for a busy machine to answer what is not swallowed.
        let limits = ConnectionPool.Limits(
            writers: 1, readers: 1, kept: 0, idle: .seconds(600), snapshot: .seconds(2),
            answer: .seconds(1))
        let pool = ConnectionPool(try proxy.address, password: nil, limits: limits)
        let database = try PostgresDatabase.open(pool, at: location, head: head, answerTimeout: .milliseconds(1))
        defer { database.close() }
        let runs = Notes()
        // In a transaction that writes, at its statement and at its commit.
        for isCommit in [false, true] {
            let error = await #expect(throws: DatabaseError.self) {
                try await database.write { (tx) throws(DatabaseError) in
                    runs.add(1)
                    if isCommit { try tx.run("INSERT INTO thing (id) VALUES (1)") }
                    proxy.set(.swallowing)
                    if !isCommit { _ = try tx.rowsChanged(by: "INSERT INTO thing (id) VALUES (1)") }
                }
            }
            #expect(error?.isOfServer == true && error?.isUndecided == isCommit)
            proxy.set(.none)
            // The back-off lets no attempt through for a moment.
            while (try? await database.tryWriting()) == nil {}
        }
        let error = await #expect(throws: DatabaseError.self) {
            try await database.read { (tx) throws(DatabaseError) in
                proxy.set(.swallowing)
                return try tx.number("SELECT 1")
            }
        }
        #expect(error?.isOfServer == true)
        #expect(runs.all.count == 2)
    }
}
