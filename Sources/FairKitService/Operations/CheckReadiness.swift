package import FairKitStore

/// Tells whether the server can do its work: the database answers, and whether the disk has room.
package struct CheckReadiness: Sendable {
    private let store: Store

    package init(store: Store) {
        self.store = store
    }

    package struct Readiness: Sendable {
        /// Only what critical alerts need is stored.
        package let isDiskFull: Bool

        package init(isDiskFull: Bool) {
            self.isDiskFull = isDiskFull
        }
    }

    package func callAsFunction() async throws(DatabaseError) -> Readiness {
        _ = try await store.readUrgently { (tx) throws(DatabaseError) in try tx.consumerGroup(named: "default") }
        return Readiness(isDiskFull: store.isDiskFull)
    }
}
