import FairKitStore
import FoundationEssentials
import Schemas
import Testing

@Suite struct `The columns of a schema` {
    private struct Column: Hashable {
        /// `table.column`.
        let name: String
        /// As it is written.
        let type: String
    }

    /// Of statements that make tables, without their comments.
    private func columns(of text: String) -> [Column] {
        let bare = text.replacing(#/--[^\n]*/#, with: "")
        let added = bare.matches(
            of: #/ALTER TABLE (\w+) ADD COLUMN (\w+) ((?:SEALED )?(?:INTEGER|BIGINT|TEXT|BLOB|BYTEA))\b/#
        ).map { Column(name: "\($0.1).\($0.2)", type: String($0.3)) }
        let made = bare.matches(of: #/CREATE TABLE "?(\w+)"? ?\(([\s\S]*?)\n?\)(?: WITHOUT ROWID| WITH \([^)]*\))?;/#)
            .flatMap { table in
                table.2.matches(of: #/(?:^|\n\s*|, )(\w+) ((?:SEALED )?(?:INTEGER|BIGINT|TEXT|BLOB|BYTEA))\b/#).map {
                    Column(name: "\(table.1).\($0.1)", type: String($0.2))
                }
            }
        return made + added
    }

    private let baseline = String(decoding: postgresBaseline.sql, as: UTF8.self)
    private let later = postgresSteps.values.map { String(decoding: $0, as: UTF8.self) }.joined()
    private let golden: String
    private let sealed = Set(SealedColumn.allCases.map(\.rawValue))
    /// The columns that are stored in clear, by reason, as migrations mark them: `-- clear word: kit.status kit.read_from`.
    private let clear: [String: [String]]
    /// The reasons that decision 0117 explains.
    private let reasons: Set = ["id", "digest", "word", "result", "operation", "technical", "numbers"]

    init() throws {
        let files = migrations.map(\.sql) + [postgresBaseline.sql] + postgresSteps.values
        let marks = files.flatMap { file in
            String(decoding: file, as: UTF8.self).matches(of: #/(?:^|\n)-- clear (\w+): ([^\n]+)/#).map { mark in
                (String(mark.1), mark.2.split(separator: " ").map(String.init))
            }
        }
        clear = Dictionary(marks, uniquingKeysWith: +)
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/schema.sql")
        golden = try String(contentsOf: path, encoding: .utf8)
    }

    @Test func `of text and bytes are each sealed, or clear for a reason`() {
        let all = columns(of: baseline) + columns(of: later) + columns(of: golden)
        #expect(all.count > 900)
        #expect(reasons.isSuperset(of: clear.keys))
        let marked = clear.values.flatMap { $0 }
        let listed = sealed.union(marked)
        #expect(sealed.count + marked.count == listed.count, "a column is sealed and marked, or marked twice")
        let numbers: Set = ["INTEGER", "BIGINT"]
        let ofTexts = Set(all.filter { !numbers.contains($0.type) }.map(\.name))
        #expect(ofTexts.subtracting(listed) == [])
        // The list of tenants has it.
        #expect(listed.subtracting(ofTexts) == [SealedColumn.signingKeySeed.rawValue])
    }

    @Test func `of numbers have limits in an archive, which a trap of arithmetic lies beyond`() {
        let numbers = Set(
            columns(of: golden).filter { $0.type == "INTEGER" }.map { $0.name.drop { $0 != "." }.dropFirst() })
        #expect(numbers.count > 100)
        for name in numbers where name != "token" {
            let limits = MovedLimits.of(String(name))
            #expect(!limits.contains(.max) && !limits.contains(.min), "\(name)")
        }
    }

    @Test func `of words are checked in an archive, by their tables or as they are read`() {
        let tables = golden.matches(of: #/CREATE TABLE "?(\w+)"? ?\(([\s\S]*?)\n?\)(?: WITHOUT ROWID)?;/#)
        let texts = Dictionary(tables.map { (String($0.1), String($0.2)) }) { first, _ in first }
        // Lists of words, of which unknown ones are left out, and names that nothing is read by.
        let free: Set = [
            "acknowledgement.identifiers", "api_key.scopes", "prepared_key.scopes", "contact_point.muted",
            "profile_identifier.system", "setting.name", "team_shift.except_dates", "told.kind",
            "reference_range.method", "result.method", "result_version.method", "result_version.specimen",
            "result_version.device", "notice_send.channel",
        ]
        for name in (clear["word"] ?? []) + (clear["result"] ?? []) {
            let parts = name.split(separator: ".").map(String.init)
            // The table of mails is in earlier archives only.
            guard MovedTable.left[parts[0]] == nil, parts[0] != "outbox" else { continue }
            let isChecked = texts[parts[0]]?.contains("CHECK (\(parts[1]) IN (") ?? false
            #expect(isChecked || MovedWords.byColumn[name] != nil || free.contains(name), "\(name)")
        }
        #expect(free.isDisjoint(with: MovedWords.byColumn.keys))
        let all = sealed.union(clear.values.flatMap { $0 })
        for name in MovedWords.byColumn.keys { #expect(all.contains(name), "\(name)") }
    }

    @Test func `are bytes in PostgreSQL if they are sealed`() {
        let first = columns(of: baseline)
        for column in first where sealed.contains(column.name) { #expect(column.type == "BYTEA", "\(column.name)") }
        // A file writes of a later column that it is sealed.
        let later = columns(of: golden).filter { column in !first.contains { $0.name == column.name } }
        for column in later {
            #expect(column.type.hasPrefix("SEALED") == sealed.contains(column.name), "\(column.name)")
        }
    }

    @Test func `have an index on their lookup, and no other, if they are sealed`() throws {
        let lookups = Set(SealedColumn.allCases.filter { $0.lookup != nil }.map(\.rawValue))
        let indexes = (baseline + later).matches(of: #/CREATE (?:UNIQUE )?INDEX \w+ ON (\w+) \((.*?)\)(?:\s+WHERE|;)/#)
        #expect(indexes.count > 95)
        var found: Set<String> = []
        for index in indexes {
            let parts = String(index.2).replacing(#/substr\((\w+), 1, 16\)/#) { "lookup:\($0.1)" }
            for part in parts.split(separator: ", ") {
                let name = "\(index.1).\(part.replacing("lookup:", with: ""))"
                #expect(sealed.contains(name) == part.hasPrefix("lookup:"), "\(name)")
                if part.hasPrefix("lookup:") { found.insert(name) }
            }
        }
        #expect(found == lookups)
        // A later index on one needs a text of PostgreSQL's own, since a file has no lookups.
        let own = later
        for index in golden.matches(of: #/CREATE (?:UNIQUE )?INDEX (\w+) ON "?(\w+)"? \((.*?)\)/#)
        where !baseline.contains(" INDEX \(index.1) ON ") && !own.contains(" INDEX \(index.1) ON ") {
            let columns = index.3.split(separator: ", ").map { "\(index.2).\($0)" }
            #expect(sealed.intersection(columns).isEmpty || index.1 == "profile_of_email", "\(index.1)")
        }
    }
}
