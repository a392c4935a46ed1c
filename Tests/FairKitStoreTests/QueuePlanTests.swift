import FairKitStore
import Relational
import Support
import Testing

/// One index has all unacked deliveries, pending or leased: each query uses its own range of it, and scans no other.
@Suite(.onFiles) struct `The query plan of the queue` {
    static let open = "TABLE delivery USING COVERING INDEX delivery_open (group_id=? AND lane=? AND state=?"

    static let questions: [(SQL, String)] = [
        (
            """
            SELECT number FROM delivery WHERE group_id = 1 AND lane = 0 AND state = 'pending' AND lease_expires_at IS NULL
                AND due_at IS NULL ORDER BY rank, number LIMIT 1
            """, open + " AND lease_expires_at=? AND due_at=?)"
        ),
        (
            """
            SELECT number FROM delivery WHERE group_id = 1 AND lane = 0 AND state = 'leased' AND lease_expires_at <= 9
            ORDER BY lease_expires_at LIMIT 100
            """, open + " AND lease_expires_at<?)"
        ),
        ("SELECT MIN(lease_expires_at) FROM delivery WHERE group_id = 1 AND lane = 0 AND state = 'leased'", open + ")"),
        (
            "SELECT COUNT(*) FROM delivery WHERE group_id = 1 AND lane = 0 AND state = 'leased' AND consumer = 'c'",
            open + ")"
        ),
        (
            """
            SELECT COUNT(*) FROM delivery
            WHERE group_id IN (SELECT id FROM consumer_group) AND lane IN (0, 1) AND state = 'leased'
            """, open + ")"
        ),
        (
            "SELECT number FROM delivery WHERE group_id = 1 AND lane IN (0, 1) AND due_at <= 9",
            "TABLE delivery USING COVERING INDEX delivery_delayed (group_id=? AND lane=? AND due_at<?)"
        ),
    ]

    /// The next number of a row: a table is not read for it.
    static let numbers: [(SQL, String)] = [
        ("SELECT COALESCE(MAX(number), 0) + 1 FROM alert_event", "TABLE alert_event"),
        ("SELECT MAX(number) FROM delivery", "TABLE delivery"),
        (
            "SELECT MAX(last_delivery) FROM erased_profile",
            "TABLE erased_profile USING COVERING INDEX erased_profile_delivery"
        ),
        (
            """
            SELECT number FROM delivery WHERE group_id = 1 AND lane = 0 AND state = 'pending' AND lease_expires_at IS NULL
                AND due_at IS NULL ORDER BY lease_expires_at, due_at, rank, number LIMIT 1
            """, open + " AND lease_expires_at=? AND due_at=?)"
        ),
    ]

    @Test(arguments: questions + numbers)
    func `uses one range of an index, in its order`(question: SQL, wanted: String) async throws {
        let scratch = try Scratch()
        try await scratch.withNewStore { (store) async throws in
            let plan = try await store.read { (tx) throws(DatabaseError) in
                try tx.all("EXPLAIN QUERY PLAN \(question)") { row throws(DatabaseError) in
                    try row.value(3, as: String.self)
                }
            }
            #expect(plan.contains("SEARCH " + wanted), "\(plan)")
            #expect(!plan.contains { $0.contains("TEMP B-TREE") || $0.contains("SCAN TABLE delivery") }, "\(plan)")
        }
    }
}
