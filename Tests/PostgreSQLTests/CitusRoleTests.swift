import PostgreSQL
import Relational
import Testing

/// A database whose catalogue says that Citus is installed. It has no nodes.
@Suite struct `In a database of Citus, the role of a tenant` {
    private let database: TestDatabase
    private let administrator: PostgresSession
    private let schema = TestStore.schema()

    init() throws {
        database = try TestDatabase()
        administrator = try database.administrator()
        try administrator.control("SET allow_system_table_mods = on")
        try administrator.control(
            """
            INSERT INTO pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
            VALUES (15999, 'citus', 10, 11, false, '13.2')
            """)
    }

    private func make(_ database: TestDatabase) throws {
        try database.pool.owning { (session) throws(SchemaError) in try session.make(schema, by: .example()) }
    }

    private func exists(_ query: SQL) throws -> Bool { try ReadTransaction(administrator).exists(query) }

    @Test func `may sign in, since the coordinator does at the other nodes, and has no password`() throws {
        try make(database)
        #expect(
            try exists(
                """
                SELECT 1 FROM pg_authid WHERE rolname = \(schema.role) AND rolcanlogin AND rolpassword IS NULL
                    AND NOT (rolsuper OR rolinherit OR rolcreaterole OR rolcreatedb OR rolbypassrls OR rolreplication)
                """))
    }

    @Test func `is not that of a database without Citus`() throws {
        let other = try TestDatabase()
        try make(other)
        #expect(try exists("SELECT 1 FROM pg_roles WHERE rolname = \(schema.role) AND NOT rolcanlogin"))
        #expect(throws: SchemaError.exists(schema.schema)) { try make(database) }
    }

    @Test func `comes with a warning if each schema would stay on the coordinator`() throws {
        #expect(try administrator.facts().findings.contains(.schemasOnOneNode))
        try administrator.control("SET citus.enable_schema_based_sharding = on")
        #expect(try !administrator.facts().findings.contains(.schemasOnOneNode))
    }
}
