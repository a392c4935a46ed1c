import PostgreSQL
import Relational
import Testing

/// Attacks of a session that has the role of one tenant, on what belongs to others.
@Suite struct `The role of a tenant` {
    let store: TestStore
    let session: PostgresSession
    let own = TestStore.schema()
    let other = TestStore.schema()

    init() throws {
        store = try TestStore.shared.get()
        session = try store.session()
        for (schema, word) in [(own, "own"), (other, "other")] {
            try session.make(schema, by: .example())
            try session.control("INSERT INTO \(schema.sql).thing (id, words) VALUES (1, '\(SQL(stringLiteral: word))')")
        }
    }

    /// Statements that read, write or see the rows of a table.
    private func attacks(on table: SQL, setting column: SQL) -> [SQL] {
        [
            "SELECT * FROM \(table)", "SELECT COUNT(*) FROM \(table)", "UPDATE \(table) SET \(column) = \(column)",
            "DELETE FROM \(table) WHERE 1 = 0", "INSERT INTO \(table) SELECT * FROM \(table) WHERE 1 = 0",
            "SELECT 1 FROM (SELECT * FROM \(table) FOR UPDATE) stolen",
        ]
    }

    private func state(of attack: SQL) throws -> String {
        try session.begin()
        defer { try? session.rollBack() }
        do throws(DatabaseError) {
            _ = try WriteTransaction(session).rowsChanged(by: attack)
            return "done"
        } catch {
            guard case .engine(let failure) = error else { return "\(error)" }
            return failure.code
        }
    }

    @Test func `reads and writes its own schema, and names without a schema are its own`() throws {
        try session.enter(own)
        for attack in attacks(on: "thing", setting: "words") { #expect(try state(of: attack) == "done") }
        let words = try ReadTransaction(session).all("SELECT words FROM thing") { row throws(DatabaseError) in
            try row.value(0, as: String.self)
        }
        #expect(words == ["own"])
    }

    @Test func `can't read, write or lock rows of another schema, nor the list of tenants`() throws {
        let all =
            attacks(on: "\(other.sql).thing", setting: "words") + attacks(on: "control.tenant", setting: "name")
            + attacks(on: "control.signing_key", setting: "seed") + attacks(on: "\(other.sql).head", setting: "commits")
        // The user that connects can.
        for attack in all { #expect(try state(of: attack) == "done", "\(attack.text)") }
        try session.enter(own)
        for attack in all { #expect(try state(of: attack) == "SQLSTATE 42501", "\(attack.text)") }
        // Nor can a session that comes from there.
        try session.enter(other)
        try session.enter(own)
        for attack in all { #expect(try state(of: attack) == "SQLSTATE 42501", "\(attack.text)") }
        #expect(try state(of: "SELECT 1 FROM tenant") == "SQLSTATE 42P01")
    }

    @Test func `sees no statistics of another schema's values`() throws {
        let statistics: SQL = "SELECT COUNT(*) FROM pg_stats WHERE schemaname = \(other.schema) AND tablename = 'thing'"
        try session.control("ANALYZE \(other.sql).thing")
        #expect(try ReadTransaction(session).number(statistics) > 0)
        try session.enter(own)
        #expect(try ReadTransaction(session).number(statistics) == 0)
    }

    @Test func `can't make, change or drop anything, nor give its rights away`() throws {
        let target = SQL(stringLiteral: own.role ?? "")
        let victim = SQL(stringLiteral: other.role ?? "")
        let all: [SQL] = [
            "CREATE TABLE \(own.sql).mine (id BIGINT)", "CREATE TABLE \(other.sql).mine (id BIGINT)",
            "CREATE SCHEMA mine", "CREATE ROLE mine", "DROP TABLE \(own.sql).thing", "DROP SCHEMA \(other.sql) CASCADE",
            "ALTER TABLE \(own.sql).thing ADD COLUMN mine BIGINT", "TRUNCATE \(own.sql).thing",
            "ALTER ROLE \(target) LOGIN", "ALTER ROLE \(victim) INHERIT", "GRANT \(victim) TO \(target)",
            "ALTER SCHEMA \(other.sql) OWNER TO \(target)",
        ]
        for attack in all { #expect(try state(of: attack) == "done", "\(attack.text)") }
        try session.enter(own)
        for attack in all { #expect(try state(of: attack) == "SQLSTATE 42501", "\(attack.text)") }
        try session.begin()
        defer { try? session.rollBack() }
        // A grant of what one may not grant is a warning, and grants nothing.
        _ = try? WriteTransaction(session).rowsChanged(by: "GRANT SELECT ON \(own.sql).thing TO \(victim)")
        #expect(
            try !ReadTransaction(session).exists(
                """
                SELECT 1 FROM information_schema.role_table_grants
                WHERE table_schema = \(own.schema) AND grantee = \(other.role)
                """))
    }

    @Test func `can't sign in`() throws {
        let error = #expect(throws: DatabaseError.self) { try store.session(user: own.role ?? "") }
        guard case .engine(let failure)? = error else { return }
        #expect(failure.kind == .cannotOpen)
        #expect(failure.message.contains("not permitted to log in"))
    }
}
