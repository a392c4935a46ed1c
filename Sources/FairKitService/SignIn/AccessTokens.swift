import CompactJWS
package import FairKitCore
import FoundationEssentials
package import KeyRing
import Synchronization
import TextEncodings

/// Issues and checks access tokens: JWTs (RFC 7519) with the profile of RFC 9068, signed with Ed25519 (RFC 8037).
///
/// They are valid for 15 minutes. They hold ids and a role, and no health data.
package final class AccessTokens: Sendable {
    private let keys: SigningKeys
    private let issuer: String
    private let now: Now
    /// Public keys derived from our signing keys, by key id, so that each is derived only once.
    private let made = Mutex<[String: [UInt8]]>([:])

    package static let audience = "fairkit"
    private static let type = "at+jwt"
    /// Longest token that is parsed; FairKit's own tokens are shorter.
    private static let longest = 4096
    /// Allowed clock difference between issuer and verifier.
    private static let leeway = Duration.seconds(5)
    /// Longest remaining lifetime of a token that FairKit issues, in seconds.
    private static let longestLife = (SigningKey.tokenLifetime + leeway).components.seconds

    /// - Parameter issuer: the public URL of this server.
    package init(keys: SigningKeys, issuer: String, now: @escaping Now) {
        self.keys = keys
        self.issuer = issuer
        self.now = now
    }

    /// The claims of a token.
    private struct Claims: Codable {
        let iss: String
        let aud: String
        let sub: String
        /// The id of the tenant.
        let tenant: String
        /// The id of the session.
        let sid: String
        let roles: [String]
        let iat: Int64
        let nbf: Int64
        let exp: Int64
        let jti: String
    }

    /// Issues a token for a signed-in account.
    func issue(for signedIn: SignedIn, in tenant: TenantID) throws -> String {
        let now = now()
        // Read once, since keys may be deleted meanwhile; a token signed by a deleted key is refused when it is used.
        let all = keys.all
        guard let key = all.signingNow(at: now) else { throw NoSigningKey() }
        let start = now.milliseconds / 1000
        let claims = Claims(
            iss: issuer, aud: AccessTokens.audience, sub: "\(signedIn.account.id)", tenant: "\(tenant)",
            sid: "\(signedIn.session)", roles: [signedIn.account.role.name.rawValue], iat: start, nbf: start,
            exp: start + SigningKey.tokenLifetime.components.seconds, jti: "\(ID<Claims>.new(at: now))")
        return try CompactJWS.text(
            Array(try JSONEncoder().encode(claims)),
            CompactJWS.Header(type: AccessTokens.type, keyID: key.id), seed: key.seed)
    }

    /// The account that a token belongs to, and when the token expires.
    package struct Holder: Sendable {
        package let account: AccountID
        package let session: SessionID
        package let until: Timestamp
    }

    /// Checks a token and returns its holder. Returns nil if the token is invalid, expired or for another tenant,
    /// without saying which.
    func check(_ token: String, in tenant: TenantID) throws(KeyError) -> Holder? {
        let (now, known) = (now(), keys.all)
        guard token.utf8.count <= AccessTokens.longest, let jws = CompactJWS(token),
            jws.header.type?.lowercased() == AccessTokens.type,
            let key = known.shown(at: now).first(where: { $0.id == jws.header.keyID }),
            key.signsAt <= now || key.id == known.signingNow(at: now)?.id,
            let payload = try jws.payload(signedBy: try publicKey(of: key)),
            let claims = try? JSONDecoder().decode(Claims.self, from: Data(payload))
        else { return nil }
        let seconds = now.milliseconds / 1000
        guard claims.iss == issuer, claims.aud == AccessTokens.audience, claims.tenant == "\(tenant)",
            // A thief of a signing key can choose any expiry, and a stream would stay open until then.
            seconds < claims.exp, claims.exp <= seconds + AccessTokens.longestLife,
            claims.nbf <= seconds + AccessTokens.leeway.components.seconds,
            let account = AccountID(claims.sub), let session = SessionID(claims.sid)
        else { return nil }
        return Holder(account: account, session: session, until: Timestamp(milliseconds: claims.exp * 1000))
    }

    /// The public keys with their ids, so that other services can verify tokens.
    package var published: [(id: String, key: String)] {
        get throws(KeyError) {
            try keys.all.shown(at: now()).map { key throws(KeyError) in (key.id, base64URL(try publicKey(of: key))) }
        }
    }

    private func publicKey(of key: SigningKey) throws(KeyError) -> [UInt8] {
        if let known = made.withLock({ $0[key.id] }) { return known }
        let fresh = try Ed25519.publicKey(of: key.seed)
        let ids = Set(keys.all.map(\.id))
        made.withLock { made in
            made[key.id] = fresh
            made = made.filter { ids.contains($0.key) }
        }
        return fresh
    }
}

/// No key can sign now: none was created yet, or the clock was set back.
struct NoSigningKey: Error {}

/// The access tokens of one tenant.
package struct TenantTokens: Sendable {
    private let tokens: AccessTokens
    private let tenant: TenantID

    package init(_ tokens: AccessTokens, of tenant: TenantID) {
        self.tokens = tokens
        self.tenant = tenant
    }

    package func issue(for signedIn: SignedIn) throws -> String { try tokens.issue(for: signedIn, in: tenant) }
    package func check(_ token: String) throws(KeyError) -> AccessTokens.Holder? { try tokens.check(token, in: tenant) }
}
