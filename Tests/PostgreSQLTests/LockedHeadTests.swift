import EngineConformance
import PostgreSQL
import Relational
import Testing

/// Two pools are two servers, which share the database of a tenant.
@Suite struct `A transaction of another server` {
    private func pool(lock: Duration) throws -> ConnectionPool {
        ConnectionPool(
            try TestServer.shared.get().address(), password: nil,
            limits: .init(writers: 1, readers: 1, kept: 0, idle: .seconds(600), answer: .seconds(600), lock: lock))
    }

    private func open(
        _ location: PostgresLocation, _ pool: ConnectionPool, _ observer: DatabaseObserver = .none
    ) throws -> PostgresDatabase {
        try PostgresDatabase.open(pool, at: location, head: "UPDATE head SET commits = commits + 1", observer: observer)
    }

    @Test func `that lasts too long lets the writes of a group be repeated later, and none is tried alone`()
        async throws
    {
        let (failures, runs) = (Notes(), Notes())
        let observer = DatabaseObserver(failed: { error in if error.isBusy { failures.add(1) } })
        let location = try TestPlace.make()
        let pools = (try pool(lock: .seconds(600)), try pool(lock: .milliseconds(100)))
        let other = try open(location, pools.0)
        let database = try open(location, pools.1, observer)
        // It keeps the only thread that writes.
        let neighbour = try open(TestPlace.make(), pools.1)
        defer { for database in [other, database, neighbour] { database.close() } }
        let (held, queued) = (Gate(), Gate())
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await other.write { _ throws(DatabaseError) in held.pass() } }
            await held.isReached()
            group.addTask { try await neighbour.write { _ throws(DatabaseError) in queued.pass() } }
            await queued.isReached()
            for number in 1...5 {
                group.addTask {
                    let error = await #expect(throws: DatabaseError.self) {
                        try await database.write { (tx) throws(DatabaseError) in
                            runs.add(number)
                            try tx.run("INSERT INTO thing (id) VALUES (\(number))")
                        }
                    }
                    #expect(error?.isBusy == true && error?.endsGroup == true && error?.stopsWrites == false)
                    #expect(error.map { "\($0)" }?.contains("pg_stat_activity") == true)
                }
            }
            while database.load.writesWaiting < 5 { await Task.yield() }
            queued.open()
            while failures.all.isEmpty { await Task.yield() }
            held.open()
            try await group.waitForAll()
        }
        #expect(failures.all == [1])
        #expect(runs.all == [])
        #expect(try await database.run("INSERT INTO thing (id) VALUES (9)") == 1)
        #expect(try await database.values("SELECT id FROM thing") == [9])
    }

    @Test func `in a deadlock with this one lets the group run once more`() async throws {
        let runs = Notes()
        let database = try open(TestPlace.make(), pool(lock: .seconds(600)))
        defer { database.close() }
        try await database.write { (tx) throws(DatabaseError) in
            try tx.run("INSERT INTO thing (id) VALUES (1)")
            guard runs.add(1).count == 1 else { return }
            // As the server ends the victim of a deadlock.
            throw .engine(EngineFailure(kind: .busy, code: "SQLSTATE 40P01", message: ""))
        }
        #expect(runs.all.count == 2)
        #expect(try await database.values("SELECT id FROM thing") == [1])
    }
}
