package import FairKitStore

/// Tells whether the server can do its work: the database answers.
package struct CheckReadiness: Sendable {
    private let store: Store

    package init(store: Store) {
        self.store = store
    }

    package func callAsFunction() async throws(DatabaseError) {
        _ = try await store.read { (tx) throws(DatabaseError) in try tx.consumerGroup(named: "default") }
    }
}
