package import FairKitCore
package import FairKitStore

/// Lists who was erased, by ids that name nobody any more: for whoever restores a backup from before, and has to erase them again.
package struct ListErased: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    private static let limit = 10_000

    /// The last one first.
    package func callAsFunction(by caller: Caller) async throws(OperationFailure) -> [ErasedProfile] {
        guard caller.subject.may(.operateStore) else { throw .forbidden }
        let entry = caller.entry(.erasedListed, nil, about: nil, at: now())
        do {
            try await store.write { (tx) throws(DatabaseError) in try tx.record(entry) }
            return try await store.read { (tx) throws(DatabaseError) in
                try tx.erasedProfiles(limit: ListErased.limit)
            }
        } catch { throw .store(error) }
    }
}
