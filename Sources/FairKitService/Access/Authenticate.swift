package import FairKitCore
package import FairKitStore
package import KeyRing

/// Tells who holds an API key.
package struct Authenticate: Sendable {
    private let store: Store
    private let uses: KeyUses
    private let now: Now

    package init(store: Store, uses: KeyUses, now: @escaping Now) {
        self.store = store
        self.uses = uses
        self.now = now
    }

    package enum Failure: Error {
        /// The key is missing, malformed, unknown, expired or revoked: which of them is nobody's business.
        case unknown
        case key(KeyError)
        case store(DatabaseError)
    }

    /// - Parameter apiKey: as it was sent; nil: none was.
    /// - Returns: whose it is, if it has not ended.
    package func callAsFunction(apiKey: String?) async throws(Failure) -> Subject {
        guard let secret = apiKey.flatMap({ APIKeySecret($0) }) else { throw .unknown }
        let now = now()
        let digest: [UInt8]
        do { digest = try store.digest(of: secret) } catch { throw .key(error) }
        let key: APIKey?
        do {
            key = try await store.readUrgently { (tx) throws(DatabaseError) in try tx.activeKey(digest: digest, at: now)
            }
        } catch { throw .store(error) }
        guard let key else { throw .unknown }
        uses.note(key.id, at: now)
        return Subject(.key(key.id), role: key.role, scopes: key.scopes)
    }

    /// Tells who acts in a session that an access token names, if that has not ended, and its account is let in.
    package func callAsFunction(session: SessionID, of account: AccountID) async throws(Failure) -> Subject {
        let now = now()
        do {
            let subject = try await store.readUrgently { (tx) throws(DatabaseError) in
                try tx.subject(of: session, account, at: now)
            }
            if let subject { return subject }
        } catch { throw .store(error) }
        throw .unknown
    }
}
