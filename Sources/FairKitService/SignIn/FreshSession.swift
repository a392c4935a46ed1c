package import FairKitCore
import FairKitStore
import KeyRing

/// A successful sign-in: what the client needs from now on.
package struct SignedIn: Sendable {
    package let account: Account
    package let session: SessionID
    package let refresh: RefreshSecret
    /// When the refresh token expires.
    package let refreshExpiresAt: Timestamp
}

/// A session that is about to start, with its first refresh token.
struct FreshSession: Sendable {
    let session: Session
    let refresh: (secret: RefreshSecret, digest: [UInt8])
    /// The account and client address that are known to each other from now on.
    let pair: SignInPair

    init(of account: Account, from origin: Origin, in store: Store, at now: Timestamp) throws(KeyError) {
        session = Session(of: account.id, from: origin, at: now)
        pair = try store.signInPair(account.email, from: origin)
        refresh = try store.newSecret(for: Session.self)
    }
}

/// The factors that a person has shown to sign in, as the audit log records them.
enum ShownFactors: String {
    case password
    case oneTimeCode = "password, one-time code"
    case backupCode = "password, backup code"
}

extension FreshSession {
    /// Starts a session. At the maximum, the session that was unused the longest ends.
    static func start(
        _ fresh: FreshSession, of account: Account, by factors: ShownFactors, from origin: Origin,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> SignedIn {
        let session = fresh.session
        let end = session.refreshExpiry(at: session.startedAt, idle: try tx.settings().inactivityLimit)
        for idle in try tx.sessionsTooMany(for: account.id, at: session.startedAt) {
            _ = try tx.endSession(idle, of: account.id, .expired, at: session.startedAt)
            try tx.record(origin.entry(.sessionEnded, idle, by: (account, session.id), at: session.startedAt))
        }
        try tx.insertSession(session)
        try SignIns.notifyNewPlace(fresh.pair, of: account, from: origin, at: session.startedAt, in: tx)
        try tx.rememberPlace(fresh.pair, of: account.id, at: session.startedAt)
        try tx.insertRefreshToken(digest: fresh.refresh.digest, of: session.id, until: end)
        try tx.record(origin.entry(.sessionStarted, factors.rawValue, by: (account, session.id), at: session.startedAt))
        return SignedIn(
            account: account, session: session.id, refresh: fresh.refresh.secret, refreshExpiresAt: end)
    }
}
