import FairKitCore
import FairKitStore
import FoundationEssentials
import Relational
import Support
import Testing

@Suite struct `The schema` {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// If a new migration is meant to change the schema, replace the golden file with the attached dump.
    @Test(.onFiles) func `after all migrations equals the golden file`() async throws {
        let statements = try await scratch.withNewStore { (store) async throws in
            try await store.values(
                "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name", as: String.self)
        }
        let dump = statements.map { $0 + ";\n" }.joined(separator: "\n")
        let golden = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/schema.sql")
        let expected = try String(contentsOf: golden, encoding: .utf8)
        if dump != expected { Attachment.record(dump, named: "schema.sql") }
        #expect(dump == expected)
    }

    /// A list of three or more constants in a CHECK is a table of its own in each statement that reads it.
    @Test(.onFiles) func `checks the words of the tables that most requests write without a table of its own`()
        async throws
    {
        let tables: [SQL] = [
            "alert", "alert_event", "alert_step", "audit", "audit_block", "change", "delivery", "idempotency", "kit",
            "kit_event", "notice", "notice_send", "profile", "result", "result_version",
        ]
        try await scratch.withNewStore { (store) async throws in
            for table in tables {
                let steps = try await store.read { (tx) throws(DatabaseError) in
                    try tx.all("EXPLAIN INSERT INTO \(table) DEFAULT VALUES") { row throws(DatabaseError) in
                        try row.value(1, as: String.self)
                    }
                }
                #expect(steps.contains("Insert") || steps.contains("IdxInsert"), "\(table.text)")
                #expect(!steps.contains("OpenEphemeral"), "\(table.text)")
            }
        }
    }

    @Test(.onFiles) func `has no trigger and no foreign key that changes a table of callers`() async throws {
        let watched = WatchedTables([Commits.tablesOfCallers])
        #expect(watched.changed(by: "CREATE TRIGGER t AFTER DELETE ON kit BEGIN DELETE FROM session; END") == .first)
        let (triggers, actions) = try await scratch.withNewStore { (store) async throws in
            (
                try await store.values("SELECT sql FROM sqlite_master WHERE type = 'trigger'", as: String.self),
                try await store.values(
                    "SELECT COUNT(*) FROM sqlite_master WHERE sql LIKE '% ON DELETE %'", as: Int.self)
            )
        }
        for trigger in triggers { #expect(watched.changed(by: SQL(stringLiteral: trigger)).isEmpty) }
        #expect(actions == [0])
    }

    @Test func `starts with two ranges and one group`() async throws {
        try await scratch.withNewStore { (store) async throws in
            let ranges = try await store.read { (tx) throws(DatabaseError) in
                [try tx.referenceRanges(for: .milligramsPerDecilitre), try tx.referenceRanges(for: .gramsPerLitre)]
            }
            #expect(ranges.map { $0.map(\.low.description) } == [["100"], ["1"]])
            #expect(ranges.map { $0.map(\.high.description) } == [["200"], ["2"]])
            #expect(ranges.joined().allSatisfy { $0.criticalMultiple.description == "4" })
            #expect(try await store.values("SELECT COUNT(*) FROM reference_range") == [2])
            #expect(try await store.values("SELECT name FROM consumer_group") == ["default"])
            #expect(try await store.tablesWithLooseRows() == [])
        }
    }
}
