import FairKitStore
import PostgresSupport
import Relational
import Support
import Testing

/// Every statement that a test of the store or of a use case runs on a file is given to PostgreSQL, by `Scratch` and
/// `TestHouse`.
@Suite struct `Statements of the store` {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    @Test(.onFiles) func `are given to PostgreSQL, if they read and if they write`() async throws {
        let (reading, writing): (SQL, SQL) = (
            "SELECT COUNT(*) AS proven FROM kit WHERE send_by = \(7)",
            "UPDATE kit SET send_by = \(7) WHERE send_by = \(8) AND 'proven' = 'yes'"
        )
        #expect(StatementProof.shared.outcome(of: reading) == nil)
        try await scratch.withNewStore { (store) async throws in
            _ = try await store.values(reading, as: Int.self)
            _ = try await store.write { (tx) throws(DatabaseError) in try tx.run(writing) }
            try await store.settle()
            try await Life(number: 43, word: "Provenmark").begin(in: store)
        }
        #expect(StatementProof.shared.outcome(of: reading) == .accepted)
        #expect(StatementProof.shared.outcome(of: writing) == .accepted)
        // One person's life alone runs as many.
        #expect(StatementProof.shared.accepted > 40)
    }

    @Test(
        arguments: [
            "SELECT COUNT(*) FROM nowhere", "SELECT nothing FROM kit",
            "SELECT 1 FROM kit k JOIN result r WHERE r.kit_id = k.id",
            "UPDATE kit SET send_by = \("text")", "UPDATE note SET text = \("plain")",
            "SELECT 1 FROM account WHERE email = \("a@b")",
            "SELECT MAX(id) FROM profile", "INSERT INTO setting (name, value) VALUES (\("a"), \(1))",
            "SELECT 1 FROM kit WHERE (status = 'issued') = \(1)",
        ] as [SQL])
    func `are refused if PostgreSQL can't run them`(sample: SQL) {
        let proof = StatementProof()
        #expect(proof.refusal(of: sample)?.hasPrefix("PostgreSQL refuses \(sample.text)") == true)
        guard case .refused = proof.outcome(of: sample) else {
            Issue.record("\(String(describing: proof.outcome(of: sample)))")
            return
        }
    }
}
