import EngineConformance
import PostgreSQL
import Relational
import Testing

/// A server whose commits wait for a standby that is not there.
@Suite struct `A commit that waits for a standby` {
    private let server: TestServer
    private let location: PostgresLocation
    private let session: PostgresSession

    init() throws {
        server = try TestServer.own()
        location = try TestPlace.make(on: server)
        session = try PostgresSession(server.address(), password: nil)
    }

    /// Commits begin to wait, or cease to, when the checkpointer has read the setting.
    private func setStandbys(_ names: String) async throws {
        try session.control("ALTER SYSTEM SET synchronous_standby_names = '\(SQL(stringLiteral: names))'")
        try session.control("SELECT pg_reload_conf()")
        // A new session has the settings of the postmaster, which has told the checkpointer then.
        let setting: SQL = "SELECT 1 WHERE current_setting('synchronous_standby_names') = \(names)"
        while try !PostgresSession(server.address(), password: nil).exists(setting) { await Task.yield() }
        try session.control("CHECKPOINT")
    }

    /// Does something to the process whose commit waits, which is its argument.
    /// - Parameter other: a process that waited before.
    /// - Returns: the process.
    @discardableResult
    private func interrupt(by function: SQL, other: Int = 0) async throws -> Int {
        while true {
            let process = try ReadTransaction(session).first(
                """
                SELECT pid FROM (SELECT pid FROM pg_stat_activity
                    WHERE wait_event = 'SyncRep' AND query = 'COMMIT' AND pid <> \(other) OFFSET 0) p
                WHERE \(function)(pid)
                """
            ) { row throws(DatabaseError) in try row.value(0, as: Int.self) }
            if let process { return process }
            await Task.yield()
        }
    }

    @Test(arguments: ["pg_cancel_backend", "pg_terminate_backend"])
    func `is not confirmed if another session ends its wait`(name: String) async throws {
        let limits = ConnectionPool.Limits(
            writers: 1, readers: 1, kept: 0, idle: .seconds(600), answer: .seconds(20))
        let pool = ConnectionPool(try server.address(), password: nil, limits: limits)
        let database = try PostgresDatabase.open(
            pool, at: location, head: "UPDATE head SET commits = commits + 1", answerTimeout: .milliseconds(1))
        try await database.run("INSERT INTO thing (id) VALUES (1)")
        try await setStandbys("missing")
        let runs = Notes()
        async let write: Void = database.write { (tx) throws(DatabaseError) in
            runs.add(1)
            try tx.run("INSERT INTO thing (id) VALUES (2)")
        }
        let process = try await interrupt(by: SQL(stringLiteral: name))
        // If the connection was ended, the database asks what became of the commit, and waits for the standby again.
        if name == "pg_terminate_backend" { try await interrupt(by: SQL(stringLiteral: name), other: process) }
        do {
            try await write
            Issue.record("it was confirmed")
        } catch { #expect((error as? DatabaseError)?.isUndecided == true) }
        #expect(runs.all.count == 1)
        // This server has it, and a standby that took over would not.
        #expect(try await database.values("SELECT id FROM thing ORDER BY id") == [1, 2])
        try await setStandbys("")
        #expect(try await database.run("INSERT INTO thing (id) VALUES (3)") == 1)
        database.close()
    }
}
