import FoundationEssentials
import PostgreSQL
import Relational
import Schemas
import Testing

/// The forms that Citus takes of the statements of schemas and of the store. See decision 0122.
@Suite struct `The form of statements for PostgreSQL` {
    private func text(_ sql: SQL) -> String { PostgresDialect().text(of: sql) }

    @Test func `selects a subquery among the values of one row`() {
        #expect(
            text("INSERT INTO a (b, c, d) VALUES ((SELECT MAX(b) + \(1) FROM a), \("x"), 'it''s (')")
                == "INSERT INTO a (b, c, d) SELECT (SELECT MAX(b) + $1 FROM a), $2, 'it''s (' FROM head")
        #expect(
            text("INSERT INTO a (b)\nVALUES (COALESCE((SELECT 1), \(2)))\n")
                == "INSERT INTO a (b)\nSELECT COALESCE((SELECT 1), $1) FROM head")
    }

    @Test(arguments: [
        "INSERT INTO a (b) VALUES (1)", "INSERT INTO a (b) VALUES ((SELECT 1)), (2)",
        "INSERT INTO a (b) VALUES ((SELECT 1)) ON CONFLICT (b) DO NOTHING",
        "INSERT INTO a (b) SELECT (SELECT 1) FROM c", "SELECT 1 FROM (VALUES ((SELECT 1))) d",
        "INSERT INTO a VALUES ((SELECT 1",
    ])
    func `leaves others as they are`(statement: String) { #expect(text(SQL(stringLiteral: statement)) == statement) }

    @Test(
        arguments: [
            ("", []), ("-- Nothing; at all.\n", []), ("A;B", ["A", "B"]), (" A ;\n\n;B\n", ["A ", "B\n"]),
            (
                "-- About A;\nA (';', \"x;\", 'it''s;', -1); -- and B\nB -- 'to the end;\n(1);",
                [
                    "A (';', \"x;\", 'it''s;', -1)", "B -- 'to the end;\n(1)",
                ]
            ),
            ("A 'unfinished; B", ["A 'unfinished; B"]), ("A '", ["A '"]),
        ] as [(String, [String])])
    func `of schemas is one for each semicolon`(text: String, statements: [String]) {
        #expect(schemaStatements(of: text) == statements)
    }

    /// Their convention: a statement ends where a line ends with a semicolon, and each begins with a word of SQL.
    @Test func `of schemas is found by lines, too`() {
        let files = [postgresBaseline.sql, postgresControlBaseline.sql] + postgresSteps.values
        var count = 0
        for file in files {
            let text = String(decoding: file, as: UTF8.self)
            #expect(!text.contains("$$") && !text.contains("/*") && !text.contains(#/\b[EeUu]&?'/#))
            let lines = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("--") }
            let ends = lines.count { $0.replacing(#/ +-- [^']*$/#, with: "").hasSuffix(";") }
            let statements = schemaStatements(of: text)
            #expect(statements.count == ends)
            for statement in statements {
                let begins = #/^(?:CREATE (?:TABLE|INDEX|UNIQUE INDEX)|INSERT INTO|ALTER TABLE|UPDATE|DROP) /#
                #expect(statement.contains(begins))
                #expect(statement.matches(of: #/\b(?:CREATE|ALTER|DROP) (?:TABLE|INDEX|UNIQUE)\b/#).count <= 1)
            }
            count += statements.count
        }
        #expect(count > 180)
    }
}
