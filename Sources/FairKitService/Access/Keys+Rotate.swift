package import FairKitCore
import FairKitStore
import KeyRing

/// A key that was made in the place of an old one.
package struct RotatedKey: Sendable {
    package let key: APIKey
    package let secret: APIKeySecret
    /// When the old one ends; nil: some time after another administrator has agreed.
    package let oldEndsAt: Timestamp?

    /// Longest overlap: 30 days.
    package static let longestOverlap: Duration = .seconds(30 * 86_400)
}

extension Keys {
    /// Makes a new key in the place of an old one: same name, same role, same scopes. The old one ends after an overlap, in which its
    /// clients change over. Over the network that begins once another administrator has agreed.
    /// - Parameters:
    ///   - overlap: how long the old key goes on beside it; zero: it ends at once.
    ///   - expiry: when the new one ends by itself; nil: it lasts as long as the old one was to last.
    ///   - proof: nil on the server's machine.
    ///   - faults: what was found while the request was read; it is refused with what else is wrong.
    package func rotate(
        _ old: KeyID, overlap: Duration, until expiry: Expiry? = nil, proof: IdentityProof? = nil,
        found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<KeyFailure>) -> RotatedKey {
        try await tenant.permit(.manageKeys, to: caller, for: KeyFailure.self)
        var faults = faults
        faults.demand(
            overlap >= .zero && overlap <= RotatedKey.longestOverlap, "/overlapSeconds",
            "0 to \(RotatedKey.longestOverlap.components.seconds)")
        let now = tenant.now()
        let given = expiry.map { $0.time(from: now) }
        if let end = given ?? nil, !end.isWithinLongestLife(from: now) { faults.note(.keyLife) }
        try faults.refuse(for: KeyFailure.self)
        let confirmed = try await prove(proof, by: caller)
        let end = now.advanced(by: overlap)
        let (secret, digest) = try newSecret()
        return try await tenant.write(.manageKeys, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<RotatedKey, KeyFailure> in
            guard try tx.stillCounts(confirmed, for: grant) else { return .own(.account(.signIn(.wrong))) }
            guard let known = try tx.key(old) else { return .own(.unknown) }
            if let end = known.revokedAt { return .own(.ending(end)) }
            if let end = known.expiresAt, end <= now { return .own(.ending(end)) }
            let lasting = known.expiresAt.map { now.advanced(by: known.createdAt.distance(to: $0)) }
            let key = APIKey(
                id: .new(at: now), name: known.name, role: known.role, scopes: known.scopes, createdAt: now,
                revokedAt: nil, expiresAt: given ?? lasting)
            guard confirmed == nil else {
                let replaced = PreparedKey.Replaced(id: old, overlap: overlap)
                try tx.insert(PreparedKey(key, by: grant.subject.id, replaces: replaced), digest: digest)
                grant.note(.keyPrepared, key.id, about: known.role.profile)
                return .success(RotatedKey(key: key, secret: secret, oldEndsAt: nil))
            }
            try tx.insert(key, digest: digest)
            _ = try tx.revoke(old, from: end, at: now)
            grant.note(.keyRotated, old, about: known.role.profile)
            grant.note(.keyCreated, key.id, about: known.role.profile)
            return .success(RotatedKey(key: key, secret: secret, oldEndsAt: min(end, known.expiresAt ?? end)))
        }
    }
}
