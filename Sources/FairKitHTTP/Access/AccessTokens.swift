package import FairKitCore
package import FairKitService
import FoundationEssentials
import JWTKit
import Synchronization
import TextEncodings

/// Makes and checks access tokens: JWTs (RFC 7519) by the profile of RFC 9068, signed with Ed25519 (RFC 8037), good for a quarter of
/// an hour. They hold ids and a role, and nothing of anybody's health.
package final class AccessTokens: Sendable {
    private let keys: SigningKeys
    private let issuer: String
    private let now: Now
    /// The library's keys, and of which of ours they are made.
    private let made = Mutex<(ids: [String], keys: JWTKeyCollection)?>(nil)

    static let audience = "fairkit"
    private static let type = "at+jwt"
    private static let algorithm = "EdDSA"
    /// No token of ours is as long.
    private static let longest = 4096
    /// By so much two clocks may differ.
    private static let leeway = Duration.seconds(5)
    /// No token of ours is good for longer from now on, in seconds.
    private static let longestLife = (SigningKey.tokenLifetime + leeway).components.seconds

    /// - Parameter issuer: where people reach this server.
    package init(keys: SigningKeys, issuer: String, now: @escaping Now) {
        self.keys = keys
        self.issuer = issuer
        self.now = now
    }

    /// What a token says.
    struct Claims: JWTPayload {
        let iss: String
        let aud: String
        let sub: String
        /// The tenant's id.
        let tenant: String
        /// The session's id.
        let sid: String
        let roles: [String]
        let iat: Int64
        let nbf: Int64
        let exp: Int64
        let jti: String

        /// Nothing is left to the library here: times and places are checked by `check`.
        func verify(using algorithm: some JWTAlgorithm) async throws {}
    }

    /// A token for somebody who was let in.
    func issue(for signedIn: SignedIn, in tenant: TenantID) async throws -> String {
        let now = now()
        // Once, since keys may be dropped meanwhile: then the token is refused when it comes.
        let all = keys.all
        guard let key = all.signing(at: now) else { throw Problem.internal }
        let start = now.milliseconds / 1000
        let claims = Claims(
            iss: issuer, aud: AccessTokens.audience, sub: "\(signedIn.account.id)", tenant: "\(tenant)",
            sid: "\(signedIn.session)", roles: [signedIn.account.role.name.rawValue], iat: start, nbf: start,
            exp: start + SigningKey.tokenLifetime.components.seconds, jti: "\(ID<Claims>.new(at: now))")
        let header: JWTHeader = ["typ": .string(AccessTokens.type), "alg": .string(AccessTokens.algorithm)]
        return try await collection(of: all).sign(claims, kid: JWKIdentifier(string: key.id), header: header)
    }

    /// Whose a token is, and until when.
    struct Holder {
        let account: AccountID
        let session: SessionID
        let until: Timestamp
    }

    /// Whose a token is; nil if it is not one of ours, not for this tenant, or not good now: which of them is nobody's business.
    func check(_ token: String, in tenant: TenantID) async -> Holder? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard token.utf8.count <= AccessTokens.longest, parts.count == 3,
            let header = bytes(base64URL: parts[0]).flatMap({ try? JSONDecoder().decode(Header.self, from: Data($0)) }),
            // Only what we sign ourselves: neither `none` nor an HMAC whose key would be the public one.
            header.alg == AccessTokens.algorithm, header.typ.lowercased() == AccessTokens.type, header.crit == nil
        else { return nil }
        let now = now()
        guard keys.all.shown(at: now).contains(where: { $0.id == header.kid && $0.signsAt <= now }),
            let claims = try? await collection(of: keys.all).verify(token, as: Claims.self)
        else { return nil }
        let seconds = now.milliseconds / 1000
        guard claims.iss == issuer, claims.aud == AccessTokens.audience, claims.tenant == "\(tenant)",
            // Who has found a key could write any time, and a stream would go on until then.
            seconds < claims.exp, claims.exp <= seconds + AccessTokens.longestLife,
            claims.nbf <= seconds + AccessTokens.leeway.components.seconds,
            let account = AccountID(claims.sub), let session = SessionID(claims.sid)
        else { return nil }
        return Holder(account: account, session: session, until: Timestamp(milliseconds: claims.exp * 1000))
    }

    private struct Header: Decodable {
        let alg: String
        let typ: String
        let kid: String
        let crit: [String]?
    }

    /// The public keys (RFC 7517), for whoever checks tokens elsewhere.
    var published: KeySet {
        KeySet(
            keys: keys.all.shown(at: now()).compactMap { key in
                guard let secret = try? key.forLibrary else { return nil }
                return KeySet.Key(kid: key.id, x: base64URL(Array(secret.publicKey.rawRepresentation)))
            })
    }

    struct KeySet: Encodable {
        struct Key: Encodable {
            let kty = "OKP"
            let crv = "Ed25519"
            let use = "sig"
            let alg = AccessTokens.algorithm
            let kid: String
            let x: String
        }
        let keys: [Key]
    }

    private func collection(of all: [SigningKey]) async throws -> JWTKeyCollection {
        if let known = made.withLock({ $0 }), known.ids == all.map(\.id) { return known.keys }
        let collection = JWTKeyCollection()
        for key in all {
            await collection.add(eddsa: try key.forLibrary, kid: JWKIdentifier(string: key.id))
        }
        made.withLock { $0 = (all.map(\.id), collection) }
        return collection
    }
}

extension SigningKey {
    fileprivate var forLibrary: EdDSA.PrivateKey {
        get throws { try EdDSA.PrivateKey(d: base64URL(seed), curve: .ed25519) }
    }
}

/// The access tokens of one tenant.
package struct TenantTokens: Sendable {
    private let tokens: AccessTokens
    private let tenant: TenantID

    package init(_ tokens: AccessTokens, of tenant: TenantID) {
        self.tokens = tokens
        self.tenant = tenant
    }

    func issue(for signedIn: SignedIn) async throws -> String { try await tokens.issue(for: signedIn, in: tenant) }
    func check(_ token: String) async -> AccessTokens.Holder? { await tokens.check(token, in: tenant) }
}
