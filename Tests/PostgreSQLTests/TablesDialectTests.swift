import FoundationEssentials
import PostgreSQL
import Relational
import SQLCipher
import Testing

@Suite struct `Statements that make tables` {
    @Test(arguments: [
        (
            "id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16)",
            "id BYTEA NOT NULL PRIMARY KEY CHECK (length(id) = 16)"
        ),
        ("at INTEGER NOT NULL DEFAULT 0", "at BIGINT NOT NULL DEFAULT 0"),
        (
            "state TEXT NOT NULL CHECK (state IN ('BLOB', 'it''s TEXT'))",
            #"state TEXT COLLATE "C" NOT NULL CHECK (state IN ('BLOB', 'it''s TEXT'))"#
        ),
        // A column may be called as a type is.
        ("text TEXT, blob BLOB", #"text TEXT COLLATE "C", blob BYTEA"#),
        (
            "CREATE TABLE kit (\n    id BLOB PRIMARY KEY\n) WITHOUT ROWID;",
            "CREATE TABLE kit (\n    id BYTEA PRIMARY KEY\n);"
        ),
        (
            "note SEALED TEXT NOT NULL, born SEALED INTEGER, photo SEALED BLOB",
            "note BYTEA NOT NULL, born BYTEA, photo BYTEA"
        ),
        ("-- A TEXT, and 'INTEGER\nid INTEGER", "-- A TEXT, and 'INTEGER\nid BIGINT"),
        ("SELECT CAST(a AS TEXT), CAST(b AS INTEGER)", "SELECT CAST(a AS TEXT), CAST(b AS BIGINT)"),
        ("VALUES (x'0aFF', X'', 'x''0a')", #"VALUES ('\x0aFF'::bytea, '\x'::bytea, 'x''0a')"#),
        (#"RENAME TO "TEXT""#, #"RENAME TO "TEXT""#),
        ("SELECT 'unfinished BLOB", "SELECT 'unfinished BLOB"), ("", ""),
    ])
    func `are rendered for PostgreSQL`(once: String, rendered: String) {
        #expect(PostgresDialect().tables(as: once) == rendered)
    }

    /// A step with everything that steps may do, written once.
    private let step = """
        -- Two tables of TEXT.
        CREATE TABLE ward (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
            name TEXT NOT NULL UNIQUE,
            telephone SEALED TEXT, born SEALED INTEGER,
            opened_at INTEGER NOT NULL
        );
        CREATE TABLE bed (
            ward_id BLOB NOT NULL REFERENCES ward (id), number INTEGER NOT NULL, text TEXT,
            PRIMARY KEY (ward_id, number)
        ) WITHOUT ROWID;
        CREATE INDEX bed_of_text ON bed (text, number) WHERE text IS NOT NULL;
        INSERT INTO ward (id, name, opened_at) VALUES (x'000102030405060708090a0b0c0d0e0f', 'TEXT', 7);
        ALTER TABLE ward ADD COLUMN closed_at INTEGER CHECK (closed_at >= 0);
        ALTER TABLE ward ADD COLUMN state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'closed'));
        ALTER TABLE thing ADD COLUMN ward_id BLOB REFERENCES ward (id);
        UPDATE thing SET ward_id = (SELECT id FROM ward WHERE opened_at = 7) WHERE words = 'TEXT';
        """

    @Test func `make the same tables in both engines`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "fairkit-step-\(UUID().uuidString).db").path
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let thing = "CREATE TABLE thing (id INTEGER NOT NULL PRIMARY KEY, words TEXT);"
        let all = [Migration(name: "one", sql: thing), Migration(name: "two", sql: step)]
        let key = try CipherKey([UInt8](repeating: 7, count: CipherKey.length))
        try Database.create(path: path, key: key, migrations: all)
        let database = try Database.open(path: path, key: key, migrations: all)
        defer { database.close() }
        let file = try await database.read { (tx) throws(DatabaseError) in try SchemaCatalogue(ofSQLite: tx) }

        let (session, schema) = (try TestStore.shared.get().session(), TestStore.schema())
        try session.make(schema, by: .example([step]))
        try session.enter(schema)
        let made = try SchemaCatalogue(ofPostgreSQL: ReadTransaction(session), schema: schema.schema)
        // The type of a sealed column is written as SQLite keeps it.
        #expect(file.tables["ward"]?.columns["telephone"]?.type == "SEALED TEXT")
        #expect(made.tables["ward"]?.columns["telephone"]?.type == "bytea")
        #expect(made.differences(from: file) == ["head is only here"])
        #expect(
            try ReadTransaction(session).number("SELECT COUNT(*) FROM ward WHERE name = 'TEXT' AND state = 'open'") == 1
        )
    }
}
