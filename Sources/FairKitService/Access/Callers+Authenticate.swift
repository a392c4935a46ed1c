package import FairKitCore
import FairKitStore
import KeyRing

extension Callers {
    /// Tells who holds an API key.
    /// - Parameter apiKey: as it was sent; nil: none was.
    /// - Returns: whose it is, if it has not ended.
    package func authenticate(apiKey: String?) async throws(AuthenticationFailure) -> Subject {
        guard let secret = apiKey.flatMap({ APIKeySecret($0) }) else { throw .unknown }
        let now = tenant.now()
        let digest: [UInt8]
        do { digest = try tenant.store.digest(of: secret) } catch { throw .key(error) }
        let key: APIKey?
        do {
            key = try await tenant.store.read(in: .urgent) { (tx) throws(DatabaseError) in
                try tx.activeKey(digest: digest, at: now)
            }
        } catch { throw .store(error) }
        guard let key else { throw .unknown }
        tenant.keyUses.note(key.id, at: now)
        return Subject(.key(key.id), role: key.role, scopes: key.scopes)
    }

    /// Tells who acts in a session that an access token names, if that has not ended, and its account is let in.
    package func authenticate(
        session: SessionID, of account: AccountID
    ) async throws(AuthenticationFailure) -> Subject {
        let now = tenant.now()
        let subject: Subject?
        do {
            subject = try await tenant.store.read(in: .urgent) { (tx) throws(DatabaseError) in
                try tx.subject(of: session, account, at: now)
            }
        } catch { throw .store(error) }
        guard let subject else { throw .unknown }
        return subject
    }
}
