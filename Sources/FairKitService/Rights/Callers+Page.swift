package import FairKitCore
import FairKitStore
import KeyRing

extension Callers {
    /// Authenticates a page's session by its cookie. The session ends by inactivity as others do, and with everything that
    /// ends sessions: the digest of its cookie stands beside the refresh tokens. See decision 0159.
    ///
    /// - Parameter isInput: whether a person asked for the page, which keeps the session from ending by inactivity.
    package func authenticate(page cookie: String, isInput: Bool) async throws(AuthenticationFailure) -> Subject {
        let (found, now) = (try await visit(by: cookie), tenant.now())
        guard now < found.session.usedAt.advanced(by: found.limit) else { throw .unknown }
        if isInput, found.session.usedAt.advanced(by: Callers.pause) <= now {
            do { try await prolong(found, at: now) } catch { throw .store(error) }
        }
        return found.subject
    }

    /// The person of a page's session, locked or not.
    package func holder(page cookie: String) async throws(AuthenticationFailure) -> Subject {
        try await visit(by: cookie).subject
    }

    /// Locks a page's session, as if its person had not used it for as long as the tenant allows. It is unlocked by their
    /// password: see `OwnAccount.unlock`.
    package func lock(page cookie: String) async throws(AuthenticationFailure) {
        let found = try await visit(by: cookie)
        do { try await prolong(found, at: tenant.now().advanced(by: found.limit * -1)) } catch { throw .store(error) }
    }

    /// Whether a page's session has not been used for as long as the tenant allows. A stream asks, and puts nothing off.
    static func isLocked(
        _ caller: Caller, at now: Timestamp, in tx: borrowing ReadTransaction
    ) throws(DatabaseError) -> Bool {
        // An access token ends by itself.
        guard caller.until == nil, let id = caller.subject.session, let session = try tx.session(id) else {
            return false
        }
        return try session.usedAt.advanced(by: tx.settings().inactivityLimit) <= now
    }

    private typealias Visit = (session: Session, subject: Subject, limit: Duration)

    private func visit(by cookie: String) async throws(AuthenticationFailure) -> Visit {
        guard let secret = PageSecret(cookie) else { throw .unknown }
        let digest: [UInt8]
        do { digest = try tenant.store.digest(of: secret) } catch { throw .key(error) }
        let now = tenant.now()
        let found: Visit?
        do {
            found = try await tenant.store.read(in: .urgent) { (tx) throws(DatabaseError) in
                guard let visit = try tx.refreshToken(digest: digest), visit.use == nil, visit.expiresAt > now,
                    let session = try tx.session(visit.session),
                    let holder = try tx.holder(of: session.id, session.account, at: now)
                else { return nil }
                return (holder.session, holder.subject, try tx.settings().inactivityLimit)
            }
        } catch { throw .store(error) }
        guard let found else { throw .unknown }
        return found
    }

    /// A visit is written at most so often.
    private static let pause = Duration.seconds(60)

    /// A full disk ends no session before its time, and refuses no page.
    private func prolong(_ visit: Visit, at now: Timestamp) async throws(DatabaseError) {
        do {
            try await tenant.store.write(in: tenant.sessionLane(of: visit.subject.role)) { (tx) throws(DatabaseError) in
                try tx.touch(visit.session.id, at: now)
            }
        } catch  where error.remedy == .room {}
    }
}
