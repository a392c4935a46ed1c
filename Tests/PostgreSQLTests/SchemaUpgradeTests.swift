import Dispatch
import PostgreSQL
import Relational
import Synchronization
import Testing

@Suite struct `An upgrade of a schema of PostgreSQL` {
    let store: TestStore
    let session: PostgresSession
    let schema = TestStore.schema()

    init() throws {
        store = try TestStore.shared.get()
        session = try store.session()
        try session.make(schema, by: .example())
    }

    /// The numbers that steps have left.
    private func noted() throws -> [Int] {
        try ReadTransaction(session).all("SELECT id FROM \(schema.sql).thing ORDER BY id") {
            row throws(DatabaseError) in try row.value(0)
        }
    }

    private func record(_ number: Int) -> String { "INSERT INTO thing (id) VALUES (\(number))" }

    @Test func `runs each later step once`() throws {
        #expect(try session.upgrade(schema, by: .example([record(3)])) == 1)
        #expect(try session.upgrade(schema, by: .example([record(3), record(4), record(5)])) == 2)
        #expect(try session.upgrade(schema, by: .example([record(3), record(4), record(5)])) == 0)
        #expect(try noted() == [3, 4, 5])
        #expect(try session.version(of: schema, upTo: 5) == 5)
    }

    @Test func `is done by the user that connected, wherever the session is`() throws {
        try session.enter(schema)
        #expect(
            try session.upgrade(schema, by: .example(["CREATE TABLE more (id INTEGER); INSERT INTO more VALUES (9)"]))
                == 1)
        #expect(try ReadTransaction(session).number("SELECT id FROM more") == 9)
    }

    @Test func `lets the role use new tables, and never change the version`() throws {
        try session.upgrade(schema, by: .example(["CREATE TABLE more (id INTEGER)"]))
        try session.enter(schema)
        try session.begin()
        try WriteTransaction(session).run("INSERT INTO more (id) VALUES (1)")
        try WriteTransaction(session).run("UPDATE head SET commits = commits + 1 WHERE id = 1")
        try session.commit()
        for attack: SQL in [
            "UPDATE head SET schema_version = 1", "DELETE FROM head",
            "INSERT INTO head (id, schema_version) VALUES (2, 1)",
            "CREATE TABLE mine (id BIGINT)", "ALTER TABLE more ADD COLUMN mine BIGINT", "DROP TABLE more",
        ] {
            try session.begin()
            #expect(throws: DatabaseError.self) { try WriteTransaction(session).rowsChanged(by: attack) }
            try session.rollBack()
        }
    }

    @Test func `stops at a step that fails, and keeps the ones before it`() throws {
        let error = #expect(throws: SchemaError.self) {
            try session.upgrade(
                schema, by: .example([record(3), "\(record(4)); INSERT INTO nowhere VALUES (1)", record(5)]))
        }
        guard case .step("m4", .engine(let failure))? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.code == "SQLSTATE 42P01")
        #expect(try noted() == [3])
        #expect(try session.version(of: schema, upTo: 5) == 3)
        #expect(try session.upgrade(schema, by: .example([record(3), record(4), record(5)])) == 2)
        #expect(try noted() == [3, 4, 5])
    }

    @Test func `that is interrupted leaves a whole version`() throws {
        let dying = try store.session()
        let steps = SchemaSteps.example([record(3), "\(record(4)); SELECT pg_terminate_backend(pg_backend_pid())"])
        let error = #expect(throws: SchemaError.self) { try dying.upgrade(schema, by: steps) }
        guard case .database(.engine(let failure))? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.kind == .unavailable)
        #expect(try noted() == [3])
        #expect(try session.version(of: schema, upTo: 4) == 3)
    }

    @Test func `by several servers at the same moment runs each step once`() throws {
        let steps = SchemaSteps.example((3...8).map(record))
        let counts = Mutex<[Int]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { [store, schema] _ in
            do {
                let count = try store.session().upgrade(schema, by: steps)
                counts.withLock { $0.append(count) }
            } catch { Issue.record(error) }
        }
        #expect(counts.withLock { $0.count } == 4)
        #expect(counts.withLock { $0.reduce(0, +) } == 6)
        #expect(try noted() == Array(3...8))
    }

    @Test func `gives up if another connection uses a table for too long, and changes nothing`() throws {
        let reading = try store.session()
        try reading.beginReading()
        _ = try ReadTransaction(reading).number("SELECT COUNT(*) FROM \(schema.sql).thing")
        let steps = SchemaSteps.example(["ALTER TABLE thing ADD COLUMN more INTEGER"])
        #expect(throws: SchemaError.busy(schema.schema)) {
            try session.upgrade(schema, by: steps, waiting: .milliseconds(20))
        }
        #expect(try session.version(of: schema, upTo: 3) == 2)
        try reading.commit()
        #expect(try session.upgrade(schema, by: steps) == 1)
    }

    @Test func `waits for a transaction that writes, and finds what another server did meanwhile`() throws {
        let steps = SchemaSteps.example([record(3)])
        try session.begin()
        let head: SQL = "\(schema.sql).head"
        _ = try WriteTransaction(session).rowsChanged(by: "UPDATE \(head) SET commits = 7 WHERE id = 1")
        let finished = DispatchSemaphore(value: 0)
        let count = Mutex<Int?>(nil)
        DispatchQueue.global().async { [store, schema] in
            let ran = try? store.session().upgrade(schema, by: steps)
            count.withLock { $0 = ran }
            finished.signal()
        }
        let observer = try ReadTransaction(store.session())
        let waits: SQL = """
            SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND strpos(query, \(schema.schema)) > 0
            """
        while try !observer.exists(waits) {}
        // As the server that got the lock first does it.
        try WriteTransaction(session).run("INSERT INTO \(schema.sql).thing (id) VALUES (3)")
        try WriteTransaction(session).run("UPDATE \(head) SET schema_version = 3 WHERE id = 1")
        try session.commit()
        finished.wait()
        #expect(count.withLock { $0 } == 0)
        #expect(try noted() == [3])
    }
}
