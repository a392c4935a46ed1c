import FairKitCore
package import FairKitStore

/// Tells how large the store is and what waits in it.
package struct ReadStatistics: Sendable {
    private let store: Store

    package init(store: Store) {
        self.store = store
    }

    /// Reads numbers only; nothing is recorded.
    package func callAsFunction(by caller: Caller) async throws(OperationFailure) -> StoreStatistics {
        guard caller.subject.may(.operateStore) else { throw .forbidden }
        do { return try await store.statistics() } catch { throw .store(error) }
    }
}
