package import FairKitCore
import FairKitStore
import KeyRing

/// A key that replaces an old one.
package struct RotatedKey: Sendable {
    package let key: APIKey
    package let secret: APIKeySecret
    /// When the old key expires; nil: the overlap starts once another administrator approves.
    package let oldEndsAt: Timestamp?

    /// Longest overlap: 30 days.
    package static let longestOverlap: Duration = .seconds(30 * 86_400)
}

extension Keys {
    /// Creates a key that replaces an old one, with the same name, role and scopes. Both are valid during an overlap,
    /// in which the clients switch. Over the network the overlap starts once another administrator approves.
    ///
    /// - Parameters:
    ///   - overlap: how long the old key stays valid; zero: it ends at once.
    ///   - expiry: when the new key expires; nil: it gets the old key's lifetime.
    ///   - proof: nil for commands on the server.
    package func rotate(
        _ old: KeyID, overlap: Duration, until expiry: Expiry? = nil, proof: IdentityProof? = nil,
        found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<KeyFailure>) -> RotatedKey {
        try await tenant.permit(.manageKeys, to: caller, for: KeyFailure.self)
        var faults = faults
        faults.require(
            overlap >= .zero && overlap <= RotatedKey.longestOverlap, "/overlapSeconds",
            "0 to \(RotatedKey.longestOverlap.components.seconds)")
        let now = tenant.now()
        let given = expiry.map { $0.time(from: now) }
        if let end = given ?? nil, !end.isWithinLongestLife(from: now) { faults.record(.keyLife) }
        try faults.refuse(for: KeyFailure.self)
        let confirmed = try await prove(proof, by: caller)
        let end = now.advanced(by: overlap)
        let (secret, digest) = try newSecret()
        return try await tenant.write(.manageKeys, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<RotatedKey, KeyFailure> in
            guard try OwnAccount.stillCounts(confirmed, for: grant, in: tx) else {
                return .own(.account(.signIn(.wrong)))
            }
            guard let known = try tx.key(old) else { return .own(.unknown) }
            if let end = known.revokedAt { return .own(.ending(end)) }
            if let end = known.expiresAt, end <= now { return .own(.ending(end)) }
            let lasting = known.expiresAt.map { now.advanced(by: known.createdAt.distance(to: $0)) }
            let key = APIKey(
                id: .new(at: now), name: known.name, role: known.role, scopes: known.scopes, createdAt: now,
                revokedAt: nil, expiresAt: given ?? lasting)
            guard confirmed == nil else {
                let replaced = PreparedKey.Replaced(id: old, overlap: overlap)
                try Keys.prepare(
                    PreparedKey(key, by: grant.subject.id, replaces: replaced), digest: digest, &grant, in: tx)
                return .success(RotatedKey(key: key, secret: secret, oldEndsAt: nil))
            }
            try tx.insertAPIKey(key, digest: digest)
            _ = try tx.revoke(old, from: end, at: now)
            grant.log(.keyRotated, old, about: known.role.profile)
            grant.log(.keyCreated, key.id, about: known.role.profile)
            return .success(RotatedKey(key: key, secret: secret, oldEndsAt: min(end, known.expiresAt ?? end)))
        }
    }
}
