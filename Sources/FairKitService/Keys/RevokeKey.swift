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
        /// There is no such key, or it has been revoked.
        case unknown
        case store(DatabaseError)
    }

    package func callAsFunction(_ id: KeyID) async throws(Failure) {
        let now = now()
        let isRevoked: Bool
        do {
            isRevoked = try await store.write { (tx) throws(DatabaseError) in
                guard try tx.revoke(id, at: now) else { return false }
                try tx.record(
                    AuditEntry(
                        at: now, actor: nil, action: .keyRevoked, object: "\(id)", profileID: nil, requestID: "command")
                )
                return true
            }
        } catch { throw .store(error) }
        guard isRevoked else { throw .unknown }
    }
}
