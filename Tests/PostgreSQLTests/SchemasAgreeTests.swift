import FoundationEssentials
import PostgreSQL
import Relational
import SQLCipher
import Schemas
import Testing

/// The tables of both engines are made by different texts until the baseline, and must mean the same.
@Suite struct `The schemas of both engines` {
    /// The intended differences, each with its reason.
    private let wanted = [
        "head is only here": "every writing transaction locks its row first; a file has one writer",
        "stream_ticket is only here": "any of several servers takes a ticket; a file's server keeps them in memory",
        "writer is only here": "it tells the fate of a commit whose answer was lost; a file answers at once",
        "saved_search has no primary key here": "names are sealed, and are compared by their lookups",
        "saved_search has here a unique index on account_id, name": "in its place",
        "idempotency has no primary key here": "keys are sealed, and are compared by their lookups",
        "idempotency has here a unique index on actor, route, key": "in its place",
        "account has 1 condition less": "the length of a sealed secret is that of its ciphertext",
        "challenge has 1 condition less": "the same", "webhook has 1 condition less": "the same",
    ]

    /// The same for the list of tenants.
    private let wantedOfControl = [
        "head is only here": "as in the schema of a tenant",
        "writer is only here": "as in the schema of a tenant",
        "installation is only here": "in a file: a property of the process that holds it",
        "server is only here": "in a file: there is one", "lease is only here": "in a file: one server does all work",
        "wrapped_key is only here": "in a file: key.json in the folder of the tenant",
        "signing_key has 1 condition less": "the length of a sealed seed is that of its ciphertext",
        "tenant.id may be NULL there": "a PRIMARY KEY without NOT NULL, which is one here",
        "tenant_event.number may be NULL there": "the same", "unrecorded.number may be NULL there": "the same",
    ]

    @Test func `of a tenant have the same tables, and begin with the same rows`() async throws {
        let both = try await catalogues(file: migrations, schema: TestStore.schema(), by: .tenant)
        #expect(both.file.tables.count == 81)
        #expect(Set(wanted.keys) == both.schema.differences(from: both.file))
        #expect(both.rows.count == 5)
    }

    @Test func `of the list of tenants have the same tables`() async throws {
        let both = try await catalogues(file: controlMigrations, schema: .control, by: .control)
        #expect(both.file.tables.count == 5)
        #expect(Set(wantedOfControl.keys) == both.schema.differences(from: both.file))
        #expect(both.rows.isEmpty)
    }

    /// Without one, a publication of the table would refuse to change and delete its rows: such as while Citus moves it.
    @Test func `have in PostgreSQL a replica identity in each table`() throws {
        let session = try TestStore.shared.get().session()
        let schema = TestStore.schema()
        try session.make(schema, by: .tenant)
        let lacking: SQL = """
            SELECT CAST(c.relname AS TEXT) FROM pg_class c
            WHERE c.relnamespace = CAST(\(schema.schema) AS regnamespace) AND c.relkind = 'r' AND c.relreplident <> 'f'
                AND NOT EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary AND c.relreplident = 'd')
            ORDER BY 1
            """
        func names(_ query: SQL) throws -> [String] {
            try ReadTransaction(session).all(query) { row throws(DatabaseError) in try row.value(0) }
        }
        #expect(try names(lacking) == [])
        try session.control(
            "ALTER TABLE \(schema.sql).refused_code REPLICA IDENTITY DEFAULT; ALTER TABLE \(schema.sql).kit REPLICA IDENTITY NOTHING"
        )
        #expect(try names(lacking) == ["kit", "refused_code"])
    }

    @Test func `are found to differ in each property`() async throws {
        let both = try await catalogues(file: migrations, schema: TestStore.schema(), by: .tenant)
        var changed = both.schema
        changed.tables["note"] = nil
        changed.tables["kit"]?.columns["status"] = nil
        changed.tables["kit"]?.columns["send_by"] = SchemaCatalogue.Column(type: "integer", isNullable: true)
        changed.tables["team"]?.columns["name"] = SchemaCatalogue.Column(type: "text", isNullable: true)
        changed.tables["told"]?.primaryKey.removeLast()
        changed.tables["share"]?.foreignKeys.removeFirst()
        changed.tables["alert"]?.indexes = []
        changed.tables["alert"]?.checks = 0
        #expect(
            changed.differences(from: both.schema) == [
                "note is only there", "kit.status is only there", "kit.send_by is integer here, bigint there",
                "team.name may be NULL here", "told has another primary key here", "share has other foreign keys",
                "alert has there an index on band, rank, id, if", "alert has there an index on follows, if",
                "alert has there a unique index on result_id, result_version, rule, rule_version",
                "alert has 2 conditions less",
            ])
    }

    /// A file at the newest version, and a schema.
    private func catalogues(
        file migrations: [(name: String, sql: [UInt8])], schema: PostgresLocation, by steps: SchemaSteps
    ) async throws -> (file: SchemaCatalogue, schema: SchemaCatalogue, rows: [String]) {
        let path = FileManager.default.temporaryDirectory.appending(path: "fairkit-schema-\(UUID().uuidString).db").path
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let all = migrations.map { Migration(name: $0.name, sql: String(decoding: $0.sql, as: UTF8.self)) }
        let key = try CipherKey([UInt8](repeating: 7, count: CipherKey.length))
        try Database.create(path: path, key: key, migrations: all)
        let database = try Database.open(path: path, key: key, migrations: all)
        defer { database.close() }
        let session = try TestStore.shared.get().session()
        if schema.role != nil { try session.make(schema, by: steps) }
        try session.enter(schema)
        let made = try SchemaCatalogue(ofPostgreSQL: ReadTransaction(session), schema: schema.schema)
        let (found, rows) = try await database.read { (tx) throws(DatabaseError) in
            let found = try SchemaCatalogue(ofSQLite: tx)
            return (found, try tx.firstRows(of: found))
        }
        #expect(try ReadTransaction(session).firstRows(of: found) == rows)
        return (found, made, rows)
    }
}

extension Connection {
    /// All rows of all tables, as texts.
    fileprivate func firstRows(of catalogue: SchemaCatalogue) throws(DatabaseError) -> [String] {
        var rows: [String] = []
        for (name, table) in catalogue.tables.sorted(by: { $0.key < $1.key }) {
            let columns = table.columns.keys.sorted()
            let list = SQL(stringLiteral: columns.joined(separator: ", "))
            rows += try all("SELECT \(list) FROM \(SQL(stringLiteral: name)) ORDER BY 1") { row throws(DatabaseError) in
                let values = columns.indices.map { row.stored(Int32($0)).map { "\($0)" } ?? "?" }
                return "\(name): \(zip(columns, values).map { "\($0) \($1)" }.joined(separator: ", "))"
            }
        }
        return rows
    }
}
