package import FairKitCore
import FairKitStore
import KeyRing

/// A successful sign-in: what the client needs from now on.
package struct SignedIn: Sendable {
    package let account: Account
    package let session: SessionID
    package let secret: SessionSecret
    /// When the secret expires.
    package let refreshExpiresAt: Timestamp
}

/// How a person uses a session.
package enum SessionKind: Sendable {
    /// A program exchanges refresh tokens for access tokens.
    case app
    /// A browser sends a cookie with each request. It is not exchanged, and ends with its session.
    case page
}

/// The secret of a session, which only its client has.
package enum SessionSecret: Sendable {
    case app(RefreshSecret)
    case page(PageSecret)

    package var text: String {
        switch self {
        case .app(let secret): secret.text
        case .page(let secret): secret.text
        }
    }
}

/// A session that is about to start, with its first refresh token.
struct FreshSession: Sendable {
    let session: Session
    let secret: (text: SessionSecret, digest: [UInt8])
    /// The account and client address that are known to each other from now on.
    let pair: SignInPair

    init(
        of account: Account, for kind: SessionKind, from origin: Origin, in store: Store, at now: Timestamp
    ) throws(KeyError) {
        session = Session(of: account.id, from: origin, at: now)
        pair = try store.signInPair(account.email, from: origin)
        switch kind {
        case .app:
            let made = try store.newSecret(for: Session.self)
            secret = (.app(made.secret), made.digest)
        case .page:
            let made = try store.newSecret(for: PageVisit.self)
            secret = (.page(made.secret), made.digest)
        }
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
        var end = session.expiresAt
        if case .app = fresh.secret.text {
            end = session.refreshExpiry(at: session.startedAt, idle: try tx.settings().inactivityLimit)
        }
        for idle in try tx.sessionsTooMany(for: account.id, at: session.startedAt) {
            _ = try tx.endSession(idle, of: account.id, .expired, at: session.startedAt)
            try tx.record(origin.entry(.sessionEnded, idle, by: (account, session.id), at: session.startedAt))
        }
        try tx.insertSession(session)
        try SignIns.notifyNewPlace(fresh.pair, of: account, from: origin, at: session.startedAt, in: tx)
        try tx.rememberPlace(fresh.pair, of: account.id, at: session.startedAt)
        try tx.insertRefreshToken(digest: fresh.secret.digest, of: session.id, until: end)
        try tx.record(origin.entry(.sessionStarted, factors.rawValue, by: (account, session.id), at: session.startedAt))
        return SignedIn(
            account: account, session: session.id, secret: fresh.secret.text, refreshExpiresAt: end)
    }
}
