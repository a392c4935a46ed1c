import FoundationEssentials
import Testing

/// The forms that no word gives away. `DialectTests` has the words.
@Suite struct `The form of SQL statements` {
    private let forms: PortableForms

    init() throws { forms = PortableForms(schema: try SchemaColumns.ofTheProject()) }

    @Test func `is one that every engine reads alike`() throws {
        let folder = "\(root)/Sources/FairKitStore"
        var count = 0
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder) where file.hasSuffix(".swift") {
            let text = String(decoding: try Data(contentsOf: URL(filePath: "\(folder)/\(file)")), as: UTF8.self)
            for literal in SQLLiterals(of: text).literals {
                count += literal.text.contains(#/^(?:SELECT|INSERT|UPDATE|DELETE|WITH) /#) ? 1 : 0
                #expect(forms.findings(in: literal.text) == [], "\(file):\(literal.line)")
            }
        }
        // It did read them.
        #expect(count > 600)
    }

    @Test(arguments: [
        ("SELECT 1 FROM kit k JOIN kit o ON o.code IS k.code", "IS of two values"),
        (#"SELECT 1 FROM kit WHERE profile_id IS \(person)"#, "IS of two values"),
        ("SELECT COUNT(*) FROM (SELECT id FROM kit)", "a subquery without a name"),
        ("SELECT 1 FROM (SELECT id FROM kit WHERE (1 = 1)) WHERE id > 1", "a subquery without a name"),
        ("SELECT 1 FROM kit k JOIN (SELECT id FROM result) ON id = k.id", "a subquery without a name"),
        ("SELECT 1 FROM kit k JOIN result r WHERE r.kit_id = k.id", "JOIN without ON"),
        ("SELECT 1 FROM kit k JOIN result r JOIN alert a ON a.result_id = r.id", "JOIN without ON"),
        (#"SELECT 1 FROM kit JOIN \(tables) WHERE 1 = 1"#, "JOIN without ON"),
        ("SELECT action, SUM(times) FROM audit", "SUM without CAST"),
        ("SELECT COALESCE(SUM(failures), 0) FROM challenge", "SUM without CAST"),
        (#"SELECT folder FROM tenant WHERE (state = 'erased') = \(erased)"#, "a truth as a number"),
        (#"SELECT \(to) - \(from) + 1 FROM audit"#, "values without a type"),
        ("INSERT INTO delivery (alert_id, group_id) VALUES (1, 2)", "INSERT INTO delivery without its number"),
        ("INSERT INTO alert_event SELECT 1, 2", "INSERT INTO alert_event without its number"),
        ("INSERT INTO consumer_group (name) VALUES ('a')", "INSERT INTO consumer_group without its number"),
        ("INSERT INTO tenant_event (kind) VALUES ('a')", "INSERT INTO tenant_event without its number"),
        (
            "INSERT INTO note (id, text) VALUES (1, (SELECT 1)), (2, 'b')", "a subquery among the values of rows"
        ),
        (
            "INSERT INTO note (id) VALUES ((SELECT 1)) ON CONFLICT (id) DO NOTHING",
            "a subquery among the values of rows"
        ),
        ("SELECT id FROM notice_send ORDER BY due_at, id LIMIT 3", "ORDER BY due_at, which may be NULL"),
        ("SELECT a.id FROM account a JOIN kit k ON k.id = a.id ORDER BY a.email", "ORDER BY email, which may be NULL"),
    ])
    func `is found if it is not`(sample: String, name: String) {
        let literals = SQLLiterals(of: "let one = 1\nlet sql: SQL = \"\"\"\n    \(sample)\n    \"\"\"").literals
        #expect(literals.map(\.line) == [2])
        #expect(literals.flatMap { forms.findings(in: $0.text) } == [name])
    }

    @Test(arguments: [
        "SELECT id FROM kit WHERE code IS NOT NULL AND profile_id IS NULL",
        "SELECT COUNT(*) FROM (SELECT id FROM kit) found WHERE id IN (SELECT id FROM kit)",
        "SELECT 1 FROM kit k CROSS JOIN consumer_group g WHERE g.id = 1",
        "SELECT 1 FROM kit k LEFT JOIN result r ON r.kit_id = k.id JOIN (SELECT 1) s ON 1 = 1",
        "SELECT CAST(SUM(times) AS BIGINT), CAST(COALESCE(SUM(times), 0) AS BIGINT) FROM audit",
        "SELECT 1 FROM kit WHERE (code, id) = ('a', 'b') AND (SELECT 1) = 1",
        "INSERT INTO delivery (number, alert_id) VALUES ((SELECT MAX(number) + 1 FROM delivery), 2)",
        "INSERT INTO note (id, text) VALUES (1, 'a')", "DELETE FROM kit WHERE id = 1",
        "SELECT id FROM notice_send WHERE due_at IS NOT NULL ORDER BY due_at, id LIMIT 3",
        "SELECT id FROM notice_send WHERE due_at <= 4 ORDER BY due_at DESC",
        "SELECT id FROM kit ORDER BY code, id DESC",
    ])
    func `is not found if it is`(sample: String) {
        #expect(SQLLiterals(of: "\"\(sample)\"").literals.flatMap { forms.findings(in: $0.text) } == [])
    }

    @Test func `is read across fragments, and not from comments`() {
        let source = #"""
            // "SELECT SUM(a) FROM audit"
            let tables: SQL = "kit k JOIN result r ON r.kit_id = k.id"
            let all: SQL = "SELECT 1 FROM \(tables) WHERE \(.unindexed)id = \(id(of: "x", ")")) AND \(.byteCount)(a) = 1"
            """#
        #expect(
            SQLLiterals(of: source).literals.map(\.text).contains(
                "SELECT 1 FROM kit k JOIN result r ON r.kit_id = k.id WHERE id = ? AND token(a) = 1"))
    }
}
