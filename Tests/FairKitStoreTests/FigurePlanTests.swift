import FairKitCore
import FairKitStore
import Relational
import Support
import Testing

/// SQLite's query plan reveals whether a table is read in whole.
@Suite(.onFiles) struct `The people of a day, for figures` {
    @Test func `are found without a scan of results, kits, sessions or people`() async throws {
        let scratch = try Scratch()
        try await scratch.withNewStore { (store) async throws in
            for (measure, _, people) in FigureDay(CalendarDate(daysSince1970: 20_000)).people {
                let plan = try await store.read { (tx) throws(DatabaseError) in
                    try tx.all("EXPLAIN QUERY PLAN \(people)") { row throws(DatabaseError) in
                        try row.value(3, as: String.self)
                    }
                }
                #expect(!plan.isEmpty && plan.allSatisfy { !$0.hasPrefix("SCAN TABLE") }, "\(measure): \(plan)")
            }
        }
    }
}
