import FairKitStore
import PostgresSupport
import Relational
import Support
import Testing

@Suite(.onFiles) struct `Statements of use cases` {
    @Test func `are given to PostgreSQL, which refuses none`() async throws {
        let house = try TestHouse()
        let statement: SQL = "SELECT COUNT(*) AS of_a_house FROM kit WHERE send_by = \(7)"
        _ = try await house.person()
        _ = try await house.store.read { (tx) throws(DatabaseError) in try tx.number(statement) }
        #expect(StatementProof.shared.outcome(of: statement) == .accepted)
        // To make a person runs as many.
        #expect(StatementProof.shared.accepted > 10)
    }
}
