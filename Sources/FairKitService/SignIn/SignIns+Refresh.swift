package import FairKitCore
package import FairKitStore
package import KeyRing
import Logging

/// Why a refresh token was refused.
package enum RefreshFailure: Error {
    /// The token is unknown, expired or already used, or its session has ended.
    case unknown
    case key(KeyError)
    case store(DatabaseError)
}

extension SignIns {
    fileprivate enum RefreshOutcome: Sendable {
        case unknown
        case reused(AccountID, SessionID)
        case refreshed(SignedIn)
        case broken(KeyError)
    }

    /// Exchanges a refresh token for a new one.
    ///
    /// Each token works once. If a token is reused, a thief has a copy, so the session ends. There is one exception:
    /// within ten seconds the same program at the same address gets the same successor again, because the first
    /// response may have been lost.
    package func refresh(_ text: String, from origin: Origin) async throws(RefreshFailure) -> SignedIn {
        guard let token = RefreshSecret(text) else { throw .unknown }
        let now = tenant.now()
        let digest: [UInt8]
        let next: (secret: RefreshSecret, digest: [UInt8])
        let sealed: SealedSuccessor
        do {
            digest = try tenant.store.digest(of: token)
            next = try tenant.store.newSecret(for: Session.self)
            sealed = try SealedSuccessor(of: next.secret.bytes, with: token.bytes)
        } catch { throw .key(error) }
        let outcome: RefreshOutcome
        let role: Role?
        do {
            role = try await tenant.store.read(in: .urgent) { (tx) throws(DatabaseError) in
                guard let known = try tx.refreshToken(digest: digest), let session = try tx.session(known.session)
                else { return nil }
                return try tx.account(session.account)?.role
            }
        } catch { throw .store(error) }
        // Invented tokens do not reach the writer.
        guard let role else { throw .unknown }
        do {
            outcome = try await tenant.store.write(in: tenant.sessionLane(of: role)) { (tx) throws(DatabaseError) in
                guard let known = try tx.refreshToken(digest: digest), known.expiresAt > now,
                    let session = try tx.session(known.session), session.isActive(at: now),
                    let account = try tx.account(session.account), account.state == .active
                else { return .unknown }
                // A shortened inactivity limit applies to older sessions, too.
                let idle = try tx.settings().inactivityLimit
                guard now < session.usedAt.advanced(by: idle) else { return .unknown }
                let end = session.refreshExpiry(at: now, idle: idle)
                guard let use = known.use else {
                    try tx.useRefreshToken(
                        digest: digest, of: session.id, from: origin.program, successor: sealed, at: now)
                    try tx.insertRefreshToken(digest: next.digest, of: session.id, until: end)
                    try tx.touch(session.id, at: now)
                    try tx.record(origin.entry(.sessionRefreshed, session.id, by: (account, session.id), at: now))
                    return .refreshed(
                        SignedIn(
                            account: account, session: session.id, secret: .app(next.secret), refreshExpiresAt: end))
                }
                if let successor = use.successor, use.program == origin.program,
                    now <= use.at.advanced(by: Session.repetition)
                {
                    return try token.again(
                        successor, of: account, session, until: session.refreshExpiry(at: use.at, idle: idle))
                }
                _ = try tx.endSession(session.id, of: account.id, .reused, at: now)
                try tx.record(
                    origin.entry(.sessionReused, session.id, by: (account, session.id), outcome: .denied, at: now))
                return .reused(account.id, session.id)
            }
        } catch { throw .store(error) }
        switch outcome {
        case .refreshed(let signedIn): return signedIn
        case .unknown: throw .unknown
        case .broken(let error): throw .key(error)
        case .reused(let account, let session):
            Logger.current.warning(
                "a refresh token was used twice, so its session was revoked",
                metadata: ["account": "\(account)", "session": "\(session)"])
            throw .unknown
        }
    }
}

extension RefreshSecret {
    /// The response that was sent before.
    fileprivate func again(
        _ successor: SealedSuccessor, of account: Account, _ session: Session, until end: Timestamp
    ) throws(DatabaseError) -> SignIns.RefreshOutcome {
        do throws(KeyError) {
            guard let secret = RefreshSecret(bytes: try successor.opened(with: bytes)) else {
                return .unknown
            }
            return .refreshed(
                SignedIn(
                    account: account, session: session.id, secret: .app(secret),
                    refreshExpiresAt: end))
        } catch { return .broken(error) }
    }
}
