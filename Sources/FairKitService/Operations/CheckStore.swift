package import FairKitStore

/// Checks the open store. What it finds says nothing about anybody's health, so nothing is recorded.
package struct CheckStore: Sendable {
    private let store: Store

    package init(store: Store) {
        self.store = store
    }

    package func callAsFunction() async throws(DatabaseError) -> StoreCheck {
        try await store.check()
    }
}
