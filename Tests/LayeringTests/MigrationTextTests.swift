import FoundationEssentials
import Testing

/// Steps after the baseline of PostgreSQL. See decision 0116.
@Suite struct `Migrations for both engines` {
    private let forms: PortableForms

    init() throws { forms = PortableForms(schema: try SchemaColumns.ofTheProject()) }

    private static var ofFiles: [(name: String, form: Regex<Substring>)] {
        [
            // A file that rebuilds a table leaves nothing to PostgreSQL, which would keep the names of its keys.
            ("a rebuilt table", #/\bRENAME\b/#), ("a trigger", #/\bTRIGGER\b/#),
            (
                "another type",
                #/\b(?:REAL|NUMERIC|FLOAT|DOUBLE|BOOLEAN|VARCHAR|CHAR|DATE|DATETIME|TIMESTAMP|UUID|SERIAL|JSONB?)\b/#
            ),
            ("a type in small letters", #/\b[a-z_]+ (?:integer|text|blob|bytea|bigint)\b(?! ?[=<>])/#),
            ("a type of PostgreSQL", #/\b(?:BIGINT|BYTEA|COLLATE)\b/#),
            ("a transaction", #/\b(?:BEGIN|COMMIT|ROLLBACK)\b/#),
            ("a key of a sealed column", #/\bSEALED [A-Z]+\b[^,\n]*\b(?:UNIQUE|PRIMARY KEY)\b/#),
            ("the length of a sealed value", #/\bSEALED [A-Z]+\b[^,\n]*\blength\(/#),
            // `max(bytea)` is newer than PostgreSQL 15.
            ("the greatest id", #/\b(?:MAX|MIN)\((?:\w+\.)?(?:id|\w+_id)\)/#),
        ]
    }

    /// The forms in a text that can't be said once for both engines.
    private func findings(in text: String) -> [String] {
        let bare = text.replacing(#/--[^\n]*/#, with: "").replacing(#/'[^'\n]*'/#, with: "''")
            .replacing("WITHOUT ROWID", with: "")
        // WITHOUT ROWID is left out, CHECK (length(id) = 16) is read alike, and literals of bytes are rendered.
        let words = sqliteWords.filter { !["length, of bytes", "a literal of bytes"].contains($0.name) }
        let statements = bare.split(separator: ";").map {
            $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        return (words + Self.ofFiles).filter { bare.contains($0.form.wordBoundaryKind(.simple)) }.map(\.name)
            + statements.filter { $0.contains(#/^(?:INSERT|UPDATE|DELETE)/#) }.flatMap { forms.findings(in: $0) }
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: "\(root)/schemas/\(path)")), as: UTF8.self)
    }

    @Test(arguments: [("migrations", "m", "postgresBaseline"), ("control", "c", "postgresControlBaseline")])
    func `are written once, or have a text of PostgreSQL's own`(folder: String, prefix: String, baseline: String) throws
    {
        let list = try text("embedded/migrations.c")
        let steps = try #require(
            try text("Migrations.swift").firstMatch(
                of: try Regex("\(baseline): [^=]*= \\((\\d+), ", as: (Substring, Substring).self)))
        let first = try #require(Int(steps.1))
        let own = try FileManager.default.contentsOfDirectory(atPath: "\(root)/schemas/postgres").filter {
            $0.hasPrefix("p")
        }
        var count = 0
        for file in try FileManager.default.contentsOfDirectory(atPath: "\(root)/schemas/\(folder)") {
            count += 1
            let step = "STEP(\"\(file.dropLast(4))\")\n#embed \"../"
            #expect(list.contains("\(step)\(folder)/\(file)\"\nEND\n"), "\(file) is not listed")
            guard let number = Int(file.dropFirst(prefix.count).prefix(4)), number > first else { continue }
            let other = "p\(file.dropFirst(prefix.count))"
            if own.contains(other) {
                #expect(list.contains("\(step)postgres/\(other)\"\nEND\n"), "\(other) is not listed")
            } else {
                #expect(findings(in: try text("\(folder)/\(file)")) == [], "\(file)")
            }
        }
        #expect(count >= first)
    }

    @Test(arguments: [
        ("CREATE TABLE a_next (id INTEGER); DROP TABLE a; ALTER TABLE a_next RENAME TO a;", "a rebuilt table"),
        ("CREATE TRIGGER gone AFTER DELETE ON kit BEGIN DELETE FROM note WHERE id = 1; END;", "a trigger"),
        ("CREATE TABLE a (price REAL);", "another type"), ("CREATE TABLE a (id integer);", "a type in small letters"),
        ("CREATE TABLE a (id BIGINT);", "a type of PostgreSQL"),
        ("CREATE TABLE a (id INTEGER PRIMARY KEY AUTOINCREMENT);", "AUTOINCREMENT"),
        ("COMMIT;", "a transaction"), ("PRAGMA foreign_keys = 0;", "PRAGMA"),
        ("CREATE TABLE a (email SEALED TEXT NOT NULL UNIQUE);", "a key of a sealed column"),
        ("CREATE TABLE a (secret SEALED BLOB CHECK (length(secret) = 20));", "the length of a sealed value"),
        ("INSERT OR IGNORE INTO kit (id) VALUES (1);", "OR FAIL and the like"),
        ("INSERT INTO delivery (alert_id) VALUES (1);", "INSERT INTO delivery without its number"),
        ("UPDATE kit SET id = (SELECT MAX(id) FROM kit);", "the greatest id"),
    ])
    func `are found if they can't be`(sample: String, name: String) {
        #expect(findings(in: "-- A comment; with a REAL word.\n\(sample)").contains(name))
    }

    @Test(arguments: [
        "CREATE TABLE a (id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16), text TEXT, note SEALED TEXT) WITHOUT ROWID;",
        "ALTER TABLE kit ADD COLUMN state TEXT NOT NULL DEFAULT 'RENAME' CHECK (state IN ('REAL', 'COMMIT'));",
        "CREATE UNIQUE INDEX a_text ON a (text) WHERE text IS NOT NULL;",
        "INSERT INTO a (id, text) VALUES (x'00', 'a'); UPDATE a SET text = 'b' WHERE id = x'00';",
    ])
    func `are not found if they can be`(sample: String) { #expect(findings(in: sample) == []) }
}
