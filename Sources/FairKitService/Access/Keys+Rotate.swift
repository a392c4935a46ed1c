package import FairKitCore
import FairKitStore
import KeyRing

/// A key that was made in the place of an old one.
package struct RotatedKey: Sendable {
    package let key: APIKey
    package let secret: APIKeySecret
    package let oldEndsAt: Timestamp

    /// Longest overlap: 30 days.
    package static let longestOverlap: Duration = .seconds(30 * 86_400)
}

extension Keys {
    /// Makes a new key in the place of an old one: same name, same role, same scopes. The old one ends after an overlap, in which its
    /// clients change over.
    /// - Parameters:
    ///   - overlap: how long the old key goes on beside it; zero: it ends at once.
    ///   - expiry: when the new one ends by itself; nil: it lasts as long as the old one was to last.
    package func rotate(
        _ old: KeyID, overlap: Duration, until expiry: Expiry? = nil, by caller: Caller
    ) async throws(Refusal<KeyFailure>) -> RotatedKey {
        guard overlap >= .zero, overlap <= RotatedKey.longestOverlap else { throw .own(.overlap) }
        let now = tenant.now()
        let end = now.advanced(by: overlap)
        let given = expiry.map { $0.time(from: now) }
        guard given?.map({ $0.isWithinLongestLife(from: now) }) ?? true else { throw .own(.expiry) }
        let (secret, digest) = try newSecret()
        return try await tenant.write(.manageKeys, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<RotatedKey, KeyFailure> in
            guard let known = try tx.key(old) else { return .own(.unknown) }
            if let end = known.revokedAt { return .own(.ending(end)) }
            if let end = known.expiresAt, end <= now { return .own(.ending(end)) }
            let lasting = known.expiresAt.map { now.advanced(by: known.createdAt.distance(to: $0)) }
            let key = APIKey(
                id: .new(at: now), name: known.name, role: known.role, scopes: known.scopes, createdAt: now,
                revokedAt: nil, expiresAt: given ?? lasting)
            try tx.insert(key, digest: digest)
            _ = try tx.revoke(old, from: end, at: now)
            grant.note(.keyRotated, old, about: known.role.profile)
            grant.note(.keyCreated, key.id, about: known.role.profile)
            return .success(RotatedKey(key: key, secret: secret, oldEndsAt: min(end, known.expiresAt ?? end)))
        }
    }
}
