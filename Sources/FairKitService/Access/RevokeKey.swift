package import FairKitCore
package import FairKitStore

/// Ends an API key at once. Its record stays, so that the audit keeps its meaning.
package struct RevokeKey: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    package enum Failure: Error {
        case forbidden
        /// There is no such key, or it has ended.
        case unknown
        case store(DatabaseError)
    }

    /// Returns when nothing is answered to that key any more, also to a claim that waits.
    package func callAsFunction(_ id: KeyID, by caller: Caller) async throws(Failure) {
        guard caller.subject.may(.manageKeys) else { throw .forbidden }
        let now = now()
        let isRevoked: Bool
        do {
            isRevoked = try await store.writeCritical { (tx) throws(DatabaseError) in
                guard try tx.revoke(id, from: now, at: now) else { return false }
                try tx.record(caller.entry(.keyRevoked, id, about: nil, at: now))
                return true
            }
        } catch { throw .store(error) }
        guard isRevoked else { throw .unknown }
    }
}
