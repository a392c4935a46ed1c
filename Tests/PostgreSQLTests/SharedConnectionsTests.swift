import EngineConformance
import PostgreSQL
import Relational
import Testing

@Suite struct `Databases that share connections` {
    private let server: TestServer

    init() throws {
        server = try TestServer.shared.get()
    }

    private func pool(user: String = "fairkit", _ limits: ConnectionPool.Limits) throws -> ConnectionPool {
        ConnectionPool(try server.address(user: user), password: nil, limits: limits)
    }

    @Test func `never see each other's rows, whatever became of the last transaction`() async throws {
        // One connection for writes, and one for reads.
        let pool = try pool(.init(writers: 1, readers: 1, kept: 0))
        let databases = try (0..<3).map { _ in
            try PostgresDatabase.open(pool, at: TestPlace.make(), head: "UPDATE head SET commits = commits + 1")
        }
        defer { for database in databases { database.close() } }
        for round in 1...4 {
            for (index, database) in databases.enumerated() {
                // The first transaction on the connection after another database ends in each way.
                switch round {
                case 1:
                    await #expect(throws: DatabaseError.onPurpose) {
                        try await database.write { _ throws(DatabaseError) in throw .onPurpose }
                    }
                case 2:
                    await #expect(throws: DatabaseError.self) {
                        try await database.run("INSERT INTO nowhere (id) VALUES (1)")
                    }
                    await #expect(throws: DatabaseError.self) {
                        try await database.values("SELECT id FROM nowhere", as: Int.self)
                    }
                case 3:
                    _ = try await database.write { (tx) throws(DatabaseError) in
                        try tx.rehearse { (tx) throws(DatabaseError) in try tx.run("DELETE FROM thing") }
                    }
                default: break
                }
                try await database.run("INSERT INTO thing (id, number) VALUES (\(round), \(index))")
                #expect(try await database.values("SELECT number FROM thing") == Array(repeating: index, count: round))
                let apart = try await database.readOnDedicatedConnection { (tx) throws(DatabaseError) in
                    try tx.number("SELECT COUNT(*) FROM thing WHERE number = \(index)")
                }
                #expect(apart == round)
            }
        }
        #expect(pool.counts.idle <= 2)
    }

    @Test func `can't name the tables of another schema`() async throws {
        let pool = try pool(.init(writers: 1, readers: 1, kept: 0))
        let places = try (0..<2).map { _ in try TestPlace.make() }
        let databases = try places.map { try PostgresDatabase.open(pool, at: $0) }
        defer { for database in databases { database.close() } }
        try await databases[1].run("INSERT INTO thing (id) VALUES (1)")
        let foreign = SQL(stringLiteral: "\(places[1].schema).thing")
        let error = await #expect(throws: DatabaseError.self) {
            try await databases[0].values("SELECT id FROM \(foreign)", as: Int.self)
        }
        #expect("\(error.map { "\($0)" } ?? "")".contains("42501"))
        await #expect(throws: DatabaseError.self) { try await databases[0].run("DELETE FROM \(foreign)") }
        await #expect(throws: DatabaseError.self) {
            try await databases[0].readOnDedicatedConnection { (tx) throws(DatabaseError) in
                try tx.number("SELECT COUNT(*) FROM \(foreign)")
            }
        }
        #expect(try await databases[1].values("SELECT id FROM thing") == [1])
    }

    @Test func `use no more connections than the limit`() async throws {
        let session = try PostgresSession(server.address(), password: nil)
        try session.control("CREATE ROLE limited LOGIN SUPERUSER")
        let limits = ConnectionPool.Limits(writers: 2, readers: 2, kept: 1)
        let pool = try pool(user: "limited", limits)
        let databases = try (0..<6).map { _ in try PostgresDatabase.open(pool, at: TestPlace.make()) }
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for database in databases {
                for number in 0..<20 {
                    group.addTask { try await database.run("INSERT INTO thing (id) VALUES (\(number))") }
                    group.addTask {
                        try await database.values("SELECT 1", as: Int.self).count
                    }
                    group.addTask {
                        try await database.read(lane: .urgent) { (tx) throws(DatabaseError) in
                            try tx.number("SELECT COUNT(*) FROM pg_stat_activity WHERE usename = 'limited'")
                        }
                    }
                }
            }
            return try await group.reduce(0) { max($0, $1) }
        }
        #expect(count <= limits.writers + limits.readers + limits.kept)
        #expect(limits.all == 6)
        #expect(pool.counts.mostUsed <= 5)
        for database in databases {
            #expect(try await database.values("SELECT COUNT(*) FROM thing") == [20])
            database.close()
        }
    }

    @Test func `lock the head with each commit`() async throws {
        let pool = try pool(.init(writers: 1, readers: 1, kept: 0))
        let database = try PostgresDatabase.open(
            pool, at: TestPlace.make(), head: "UPDATE head SET commits = commits + 1")
        defer { database.close() }
        try await database.run("INSERT INTO thing (id) VALUES (1)")
        try await database.tryWriting()
        await #expect(throws: DatabaseError.onPurpose) {
            try await database.write { _ throws(DatabaseError) in throw .onPurpose }
        }
        #expect(try await database.values("SELECT commits FROM head") == [2])
    }

    @Test func `open only a schema that exists, with a role that may use it`() throws {
        let pool = try pool(.init(writers: 1, readers: 1, kept: 0))
        let (one, other) = (try TestPlace.make(), try TestPlace.make())
        for (schema, role) in [("nowhere", one.role), (one.schema, other.role), (one.schema, "no one")] {
            let location = try PostgresLocation(schema: schema, role: role)
            #expect(throws: DatabaseError.self) { try PostgresDatabase.open(pool, at: location) }
        }
        let open = try PostgresDatabase.open(pool, at: one)
        #expect(open.label == "schema \(one.schema)")
        open.close()
    }

    @Test func `have names that PostgreSQL neither cuts off nor takes for more than a name`() throws {
        for name in ["", String(repeating: "a", count: 64), "a\0b"] {
            #expect(throws: PostgresLocation.Malformed.self) { try PostgresLocation(schema: name, role: "r") }
            #expect(throws: PostgresLocation.Malformed.self) { try PostgresLocation(schema: "s", role: name) }
        }
        let session = try PostgresSession(server.address(), password: nil)
        let name = "a\"; DROP SCHEMA x; \"\u{301}"
        let quoted = "\"a\"\"; DROP SCHEMA x; \"\"\u{301}\""
        try session.control(SQL(stringLiteral: "CREATE ROLE \(quoted)"))
        try session.control(SQL(stringLiteral: "CREATE SCHEMA \(quoted) AUTHORIZATION \(quoted)"))
        let pool = try pool(.init(writers: 1, readers: 1, kept: 0))
        try PostgresDatabase.open(pool, at: PostgresLocation(schema: name, role: name)).close()
    }

    @Test func `keep a limited number of prepared statements`() throws {
        let session = try PostgresSession(server.address(), password: nil)
        let tx = ReadTransaction(session)
        for number in 0..<600 { #expect(try tx.number("SELECT \(SQL(stringLiteral: "\(number)"))") == number) }
        let count = try tx.number("SELECT COUNT(*) FROM pg_prepared_statements")
        #expect(count <= 512 && count > 400)
        #expect(try tx.number("SELECT 0") == 0)
    }
}
