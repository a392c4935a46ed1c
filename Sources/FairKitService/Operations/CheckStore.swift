import FairKitCore
package import FairKitStore

/// Why an operator's question about the store was not answered.
package enum OperationFailure: Error {
    case forbidden
    case store(DatabaseError)
}

/// Checks the open store. What it finds says nothing about anybody's health, so nothing is recorded.
package struct CheckStore: Sendable {
    private let store: Store

    package init(store: Store) {
        self.store = store
    }

    /// Takes seconds for each million rows, without keeping a reader from others. See `Store.check`.
    package func callAsFunction(by caller: Caller) async throws(OperationFailure) -> StoreCheck {
        guard caller.subject.may(.operateStore) else { throw .forbidden }
        do { return try await store.check() } catch { throw .store(error) }
    }
}
