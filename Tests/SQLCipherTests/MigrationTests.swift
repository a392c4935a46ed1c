import EngineConformance
import Relational
import SQLCipher
import Testing

@Suite struct `Migrating` {
    let scratch: Scratch
    static let steps = [
        Migration(name: "m0001_a", sql: "CREATE TABLE a (x INTEGER); INSERT INTO a VALUES (1)"),
        Migration(name: "m0002_b", sql: "CREATE TABLE b (y INTEGER); INSERT INTO b SELECT x + 1 FROM a"),
        Migration(name: "m0003_c", sql: "CREATE TABLE c (z INTEGER); INSERT INTO c SELECT y + 1 FROM b"),
    ]

    init() throws {
        scratch = try Scratch()
    }

    func version(of database: Database) async throws -> Int64? {
        try await database.values("PRAGMA user_version", as: Int64.self).first
    }

    func tables(of database: Database) async throws -> [String] {
        try await database.values("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    }

    @Test func `from an empty file takes every step`() async throws {
        let database = try scratch.database(migrations: Self.steps)
        defer { database.close() }
        #expect(try await version(of: database) == 3)
        #expect(try await database.values("SELECT z FROM c", as: Int64.self) == [3])
    }

    @Test func `continues from the file's version, each step once`() async throws {
        try scratch.database(migrations: Array(Self.steps.prefix(1))).close()
        for count in [1, 2, 2, 3, 3] {
            let database = try scratch.open(migrations: Array(Self.steps.prefix(count)))
            #expect(try await version(of: database) == Int64(count))
            #expect(try await tables(of: database) == Array(["a", "b", "c"].prefix(count)))
            #expect(try await database.values("SELECT COUNT(*) FROM a", as: Int64.self) == [1])
            database.close()
        }
    }

    @Test(arguments: [
        "CREATE TABLE c (z INTEGER); CREATE TABLE c (z INTEGER)",
        "CREATE TABLE c (z INTEGER); INSERT INTO nowhere VALUES (1)",
        "CREATE TABLE c (z INTEGER); not SQL at all",
        "DROP TABLE a; INSERT INTO b VALUES (1); INSERT INTO a VALUES (1)",
    ])
    func `that fails leaves the previous version, and nothing of the failed step`(sql: String) async throws {
        try scratch.database(migrations: Array(Self.steps.prefix(1))).close()
        let failing = Array(Self.steps.prefix(2)) + [Migration(name: "m0003_bad", sql: sql)]
        #expect {
            try scratch.open(migrations: failing)
        } throws: { error in
            guard case .migration(name: "m0003_bad", .engine)? = error as? OpeningError else { return false }
            return true
        }
        let database = try scratch.open(migrations: Array(Self.steps.prefix(2)))
        defer { database.close() }
        #expect(try await version(of: database) == 2)
        #expect(try await tables(of: database) == ["a", "b"])
        #expect(try await database.values("SELECT y FROM b", as: Int64.self) == [2])
    }

    @Test func `with an empty list leaves an empty file`() async throws {
        let database = try scratch.database(migrations: [])
        defer { database.close() }
        #expect(try await version(of: database) == 0)
        #expect(try await tables(of: database) == [])
    }
}
