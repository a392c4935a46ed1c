import FairKitStore
import Relational
import Support
import Testing

/// What an administrator looks for is rare among very many rows. SQLite's query plan reveals whether all are read.
@Suite(.onFiles) struct `What an administrator looks for` {
    /// Each stands in a function of the store.
    static let searches = [
        ("audit_backed_up", "SELECT at FROM audit WHERE action = 'store.backed-up' ORDER BY number DESC LIMIT 1"),
        ("audit_drilled", "SELECT at FROM audit WHERE action = 'store.drilled' ORDER BY number DESC LIMIT 1"),
        (
            "audit_refused",
            """
            SELECT number, mac FROM audit WHERE number < 9 AND number >= 1 AND outcome = 'denied' AND outcome <> 'success'
            ORDER BY number DESC LIMIT 51
            """
        ),
        (
            "result_all_shown",
            """
            SELECT id FROM result WHERE shown_to_clinicians = 1 AND test_date >= 1 AND id < x'00'
            ORDER BY test_date DESC, id DESC LIMIT 10000
            """
        ),
    ]

    @Test(arguments: searches) func `is found by an index`(index: String, query: String) async throws {
        try await Scratch().withNewStore { (store) async throws in
            let plan = try await store.read { (tx) throws(DatabaseError) in
                try tx.all("EXPLAIN QUERY PLAN \(SQL(stringLiteral: query))") { row throws(DatabaseError) in
                    try row.value(3, as: String.self)
                }
            }
            #expect(plan.count == 1 && plan.allSatisfy { $0.contains(index) }, "\(plan)")
        }
    }
}
