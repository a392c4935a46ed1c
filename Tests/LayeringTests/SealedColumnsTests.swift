import FoundationEssentials
import Testing

private let store = "\(root)/Sources/FairKitStore"

private func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
}

private func names() throws -> SealedNames { SealedNames(try text("\(store)/Sealing/SealedColumn.swift")) }

/// The columns that several files read, with the function that decodes them.
private func shared() throws -> [String: String] {
    var pieces: [String: String] = [:]
    for file in ["Profiles/Profiles.swift", "Results/ResultRows.swift"] {
        let source = try text("\(store)/\(file)")
        for name in source.matches(of: #/let (\w+): SQL = """\n([^"]*)"""/#) { pieces[String(name.1)] = String(name.2) }
    }
    return pieces
}

private let allowed: Set = [
    // A key is compared with itself.
    "Operations/ExpiredRows.swift: compares or sorts by key", "Operations/ExpiredRows.swift: reads key as it is",
    // Only how long it is.
    "Profiles/PersonRecords.swift: reads p.jpeg as it is",
    // Columns of an intermediate table, and of a group, whose name is clear.
    "Queue/Deliveries+Parked.swift: compares or sorts by reason", "Queue/Backfill.swift: compares name",
]

/// A column of `SealedColumn` that a statement used as it is would be stored in clear, or not be found, by an engine that
/// does not encrypt its files. No other check sees it: an encrypted file gets the same value either way.
@Suite struct `Statements about sealed columns` {
    @Test func `seal what they write, unseal what they read, and compare by lookups`() throws {
        let names = try names()
        #expect(names.cases.count > 50)
        let files = try FileManager.default.subpathsOfDirectory(atPath: store).filter {
            $0.hasSuffix(".swift") && !$0.hasPrefix("Sealing/")
        }
        let shared = try shared()
        #expect(shared.count == 2)
        var seen: Set<String> = []
        for file in files.sorted() {
            let source = try text("\(store)/\(file)")
            let statement = SealedStatement(names: names, source: source, pieces: shared)
            for literal in SQLLiterals(of: source).literals {
                let findings = statement.findings(in: literal.marked).filter { !allowed.contains("\(file): \($0)") }
                #expect(findings == [], "\(file):\(literal.line)")
            }
            seen.formUnion(
                names.cases.values.filter { source.contains("sealed: .\($0)") || source.contains(", .\($0), of:") })
        }
        // Only its lookup is stored, the two sizes of a photo are read by one function, and the table of mails is in earlier
        // archives only.
        let elsewhere: Set = [
            "idempotencyKey", "profilePhotoLarge", "profilePhotoSmall", "outboxFacts", "outboxLink", "outboxRecipient",
        ]
        #expect(Set(names.cases.values).subtracting(seen).subtracting(elsewhere) == [])
    }

    @Test(
        arguments: [
            (#"SELECT id, text FROM note WHERE id = \(id)"#, "reads text as it is"),
            (#"SELECT n.text FROM note n"#, "reads n.text as it is"),
            (#"SELECT id FROM account WHERE email = \(email)"#, "compares or sorts by email"),
            (#"SELECT id FROM account a ORDER BY a.email"#, "compares or sorts by a.email"),
            (#"SELECT id FROM kit k JOIN result r ON r.kit_code = k.code"#, "compares or sorts by r.kit_code"),
            (#"DELETE FROM notice WHERE lower(recipient) = \(address)"#, "compares or sorts by recipient"),
            (#"UPDATE account SET name = \(name) WHERE id = \(id)"#, "sets name as it is"),
            (#"UPDATE account SET name = \(sealed: name, .accountPhone, of: id) WHERE id = 1"#, "sets name as it is"),
            (#"INSERT INTO note (id, text) VALUES (\(id), \(text))"#, "inserts note.text as it is"),
            (#"INSERT INTO note (id, text) SELECT \(id), \(text) WHERE 1 = 1"#, "inserts note.text as it is"),
            (#"email = \(email)"#, "compares email"),
        ])
    func `are found if they don't`(sample: String, finding: String) throws {
        let statement = SealedStatement(names: try names(), source: "", pieces: [:])
        let literal = try #require(SQLLiterals(of: "\"\(sample)\"").literals.last)
        #expect(statement.findings(in: literal.marked).contains(finding))
    }

    @Test(
        arguments: [
            #"SELECT id, text FROM note WHERE id = \(id)"#, #"SELECT id FROM notice WHERE recipient IS NOT NULL"#,
            #"SELECT id FROM account WHERE \(lookup: "email") = \(lookup: email, .address)"#,
            #"SELECT k.id FROM kit k JOIN result r ON \(lookup: "r.kit_code") = \(lookup: "k.code")"#,
            #"UPDATE account SET name = \(sealed: name, .accountName, of: id), phone = NULL WHERE id = \(id)"#,
            #"INSERT INTO note (id, at, text) VALUES (\(id), COALESCE(\(at), 0), \(sealed: text, .noteText, of: id))"#,
            #"SELECT failures FROM sign_in_failure WHERE email = \(digest)"#, "SELECT name FROM team ORDER BY name",
            "id, email, name",
        ])
    func `are not found if they do`(sample: String) throws {
        let statement = SealedStatement(
            names: try names(), source: "row.value(5, sealed: .noteText, key: 0)", pieces: [:])
        let literal = try #require(SQLLiterals(of: "\"\(sample)\"").literals.last)
        #expect(statement.findings(in: literal.marked) == [])
    }
}
