package import FairKitStore

/// Tells how large the store is and what waits in it.
package struct ReadStatistics: Sendable {
    private let store: Store

    package init(store: Store) {
        self.store = store
    }

    package func callAsFunction() async throws(DatabaseError) -> StoreStatistics {
        try await store.statistics()
    }
}
