package import FairKitCore
import FairKitStore
import KeyRing

extension Callers {
    /// Authenticates an API key.
    ///
    /// - Parameter apiKey: the key as the client sent it; nil if it sent none.
    /// - Returns: the key's holder, if the key is active.
    package func authenticate(apiKey: String?) async throws(AuthenticationFailure) -> Subject {
        guard let secret = apiKey.flatMap({ APIKeySecret($0) }) else { throw .unknown }
        let digest: [UInt8]
        do { digest = try tenant.store.digest(of: secret) } catch { throw .key(error) }
        let (version, now) = try await moment()
        let key = try await key(digest, at: now, version)
        guard let key, key.isActive(at: now, passed: tenant.passed()) else { throw .unknown }
        tenant.keyUses.record(key.id, at: now)
        return Subject(.key(key.id), role: key.role, scopes: key.scopes)
    }

    /// Authenticates the session that an access token names, if the session is active and its account is not suspended.
    package func authenticate(
        session: SessionID, of account: AccountID
    ) async throws(AuthenticationFailure) -> Subject {
        let (version, now) = try await moment()
        if let known = tenant.knownCallers.holder(of: session, at: version), known.session.account == account {
            guard known.session.isActive(at: now) else { throw .unknown }
            return known.subject
        }
        let found: KnownCallers.Holder?
        do {
            found = try await tenant.store.read(in: .urgent) { (tx) throws(DatabaseError) in
                try tx.holder(of: session, account, at: now).map {
                    KnownCallers.Holder(session: $0.session, subject: $0.subject)
                }
            }
        } catch { throw .store(error) }
        guard let found else { throw .unknown }
        tenant.knownCallers.record(found, at: version)
        return found.subject
    }

    /// The version of what the store says of callers, and the time. Another server may have noted the end of a key, whose
    /// time is a little ahead of this one's: from what the database says, this one learns that it is as late by now.
    private func moment() async throws(AuthenticationFailure) -> (version: UInt64, now: Timestamp) {
        let clock = tenant.databaseTime
        let asked = clock?.elapsed ?? .zero
        do {
            let (version, time) = try await tenant.store.callersVersion()
            if let clock, let time { clock.learn(time, asked: asked, answered: clock.elapsed) }
            return (version, tenant.now())
        } catch { throw .store(error) }
    }

    /// A key that was active when the store was read.
    private func key(
        _ digest: [UInt8], at now: Timestamp, _ version: UInt64
    ) async throws(AuthenticationFailure) -> APIKey? {
        if let known = tenant.knownCallers.key(digest, at: version) { return known }
        do {
            let passed = tenant.passed()
            let found = try await tenant.store.read(in: .urgent) { (tx) throws(DatabaseError) in
                try tx.activeKey(digest: digest, at: now, passed: passed)
            }
            if let found { tenant.knownCallers.record(found, digest, at: version) }
            return found
        } catch { throw .store(error) }
    }
}
