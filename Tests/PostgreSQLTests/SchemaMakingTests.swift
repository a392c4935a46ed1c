import PostgreSQL
import Relational
import Testing

@Suite struct `A schema of PostgreSQL` {
    let store: TestStore
    let session: PostgresSession
    let schema = TestStore.schema()

    init() throws {
        store = try TestStore.shared.get()
        session = try store.session()
    }

    private func exists(_ query: SQL) throws -> Bool { try ReadTransaction(session).exists(query) }

    private var isMade: Bool {
        get throws { try exists("SELECT 1 FROM pg_namespace WHERE nspname = \(schema.schema)") }
    }

    private var hasRole: Bool {
        get throws { try exists("SELECT 1 FROM pg_roles WHERE rolname = \(schema.role)") }
    }

    @Test func `has the tenant's id in its name and in that of its role`() {
        let schema = PostgresLocation(tenant: [UInt8](repeating: 0xab, count: 16))
        let digits = String(repeating: "ab", count: 16)
        #expect(schema.schema == "tenant_\(digits)")
        #expect(schema.role == "fairkit_t_\(digits)")
    }

    @Test func `is made at the newest version, with a role that can't sign in`() throws {
        try session.make(schema, by: .tenant)
        #expect(try session.version(of: schema, upTo: SchemaSteps.tenant.newest) == SchemaSteps.tenant.newest)
        #expect(
            try exists(
                """
                SELECT 1 FROM pg_roles WHERE rolname = \(schema.role) AND NOT rolcanlogin AND NOT rolsuper AND NOT rolcreaterole
                    AND NOT rolcreatedb AND NOT rolbypassrls AND NOT rolreplication
                """))
        #expect(try session.upgrade(schema, by: .tenant) == 0)
        try session.enter(schema)
        #expect(try ReadTransaction(session).number("SELECT COUNT(*) FROM consumer_group") == 1)
    }

    @Test func `is the list of tenants, too`() throws {
        #expect(try session.version(of: .control, upTo: SchemaSteps.control.newest) == SchemaSteps.control.newest)
        try session.enter(.control)
        #expect(try ReadTransaction(session).number("SELECT COUNT(*) FROM head") == 1)
    }

    @Test func `is made once, and its rows stay`() throws {
        try session.make(schema, by: .example())
        try session.control("INSERT INTO \(schema.sql).thing (id) VALUES (7)")
        #expect(throws: SchemaError.exists(schema.schema)) { try session.make(schema, by: .example()) }
        #expect(try ReadTransaction(session).number("SELECT id FROM \(schema.sql).thing") == 7)
    }

    @Test func `uses the role of a tenant that another database has, unless that may do more than a new one`() throws {
        let role = SQL(identifier: schema.role ?? "")
        let administrator = try store.administrator()
        try administrator.control("CREATE ROLE \(role) LOGIN NOINHERIT")
        #expect(throws: SchemaError.exists(schema.schema)) { try session.make(schema, by: .example()) }
        #expect(try !isMade)
        try administrator.control("ALTER ROLE \(role) NOLOGIN; GRANT pg_read_all_data TO \(role)")
        #expect(throws: SchemaError.exists(schema.schema)) { try session.make(schema, by: .example()) }
        try administrator.control("REVOKE pg_read_all_data FROM \(role)")
        try session.make(schema, by: .example())
        try session.enter(schema)
        #expect(try ReadTransaction(session).number("SELECT COUNT(*) FROM thing") == 0)
    }

    @Test func `is made with all its steps, or not at all`() throws {
        let error = #expect(throws: SchemaError.self) {
            try session.make(
                schema, by: .example(["CREATE TABLE more (id INTEGER)", "CREATE TABLE more (id INTEGER)"]))
        }
        guard case .step("m4", _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try !isMade && !hasRole)
        try session.make(schema, by: .example(["CREATE TABLE more (id INTEGER)"]))
        #expect(try session.version(of: schema, upTo: 3) == 3)
    }

    @Test func `needs a user who may make schemas and roles, and says so`() throws {
        let weak = try store.session(user: "weak", database: "weak")
        #expect(throws: SchemaError.rights) { try weak.make(schema, by: .example()) }
        #expect(SchemaError.rights.description.contains("CREATEROLE"))
        let foreign = try store.session(user: "weak")
        #expect(throws: SchemaError.rights) { try foreign.make(schema, by: .example()) }
        #expect(try !isMade && !hasRole)
    }

    @Test func `is refused if it is missing, or not FairKit's`() throws {
        #expect(throws: SchemaError.missing(schema.schema)) { try session.version(of: schema, upTo: 9) }
        #expect(throws: SchemaError.missing(schema.schema)) { try session.upgrade(schema, by: .example()) }
        for table: SQL in ["other (id BIGINT)", "head (id BIGINT)", "head (id BIGINT, schema_version BIGINT)"] {
            try session.control("CREATE SCHEMA \(schema.sql); CREATE TABLE \(schema.sql).\(table)")
            #expect(throws: SchemaError.foreign(schema.schema)) { try session.version(of: schema, upTo: 9) }
            #expect(throws: SchemaError.foreign(schema.schema)) { try session.upgrade(schema, by: .example()) }
            try session.control("DROP SCHEMA \(schema.sql) CASCADE")
        }
    }

    @Test func `is refused if a newer FairKit has upgraded it, and stays as it is`() throws {
        try session.make(schema, by: .example(["CREATE TABLE more (id INTEGER)"]))
        let newer = SchemaError.newer(schema.schema, found: 3, supported: 2)
        #expect(throws: newer) { try session.version(of: schema, upTo: 2) }
        #expect(throws: newer) { try session.upgrade(schema, by: .example()) }
        #expect(newer.description.contains("Run a newer FairKit"))
        #expect(try session.version(of: schema, upTo: 3) == 3)
    }

    @Test func `is dropped with its role, and nothing else is`() throws {
        let other = TestStore.schema()
        try session.make(schema, by: .example())
        try session.make(other, by: .example())
        for _ in 0..<2 {
            try session.drop(schema)
            #expect(try !isMade && !hasRole)
        }
        #expect(try session.version(of: other, upTo: 2) == 2)
        try session.make(schema, by: .example())
        #expect(try isMade && hasRole)
    }

    @Test func `keeps its role while a copy of the database needs it`() throws {
        try session.make(schema, by: .example())
        let role = SQL(stringLiteral: schema.role ?? "")
        let copy = try store.administrator(database: "weak")
        try copy.control("CREATE TABLE copied (id BIGINT); GRANT SELECT ON copied TO \(role)")
        try session.drop(schema)
        #expect(try !isMade && hasRole)
        try copy.control("DROP TABLE copied")
        try session.drop(schema)
        #expect(try !hasRole)
    }
}
