package import FairKitCore
package import FairKitStore
package import KeyRing

/// Makes a new key in the place of an old one: same name, same role, same scopes. The old one ends after an overlap, in which its clients
/// change over.
package struct RotateKey: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    /// Longest overlap: 30 days.
    package static let longestOverlap: Duration = .seconds(30 * 86_400)

    package enum Failure: Error {
        case forbidden
        case overlap
        case expiry
        case unknown
        /// It has ended or expired, or has been rotated and ends then.
        case ending(Timestamp)
        case key(KeyError)
        case store(DatabaseError)
    }

    /// What came of it.
    package struct Rotated: Sendable {
        package let key: APIKey
        package let secret: APIKeySecret
        package let oldEndsAt: Timestamp
    }

    private enum Outcome: Sendable {
        case unknown
        case ending(Timestamp)
        case made(APIKey, oldEndsAt: Timestamp)
    }

    /// Makes a successor with the same name, role and scopes.
    /// - Parameters:
    ///   - overlap: how long the old key goes on beside it; zero: it ends at once.
    ///   - expiry: when the new one ends by itself; nil: it lasts as long as the old one was to last.
    package func callAsFunction(
        _ old: KeyID, overlap: Duration, until expiry: Expiry? = nil, by caller: Caller
    ) async throws(Failure) -> Rotated {
        guard caller.subject.may(.manageKeys) else { throw .forbidden }
        guard overlap >= .zero, overlap <= RotateKey.longestOverlap else { throw .overlap }
        let now = now()
        let end = now.advanced(by: overlap)
        let given = expiry.map { $0.time(from: now) }
        guard given?.map({ $0.isLife(from: now) }) ?? true else { throw .expiry }
        let id = KeyID.new(at: now)
        let secret: APIKeySecret
        let digest: [UInt8]
        do { (secret, digest) = try store.newKeySecret() } catch { throw .key(error) }
        let outcome: Outcome
        do {
            outcome = try await store.write { (tx) throws(DatabaseError) in
                guard let known = try tx.key(old) else { return .unknown }
                if let end = known.revokedAt { return .ending(end) }
                if let end = known.expiresAt, end <= now { return .ending(end) }
                let lasting = known.expiresAt.map { now.advanced(by: known.createdAt.distance(to: $0)) }
                let key = APIKey(
                    id: id, name: known.name, role: known.role, scopes: known.scopes, createdAt: now, revokedAt: nil,
                    expiresAt: given ?? lasting)
                try tx.insert(key, digest: digest)
                _ = try tx.revoke(old, from: end, at: now)
                try tx.record(caller.entry(.keyRotated, old, about: known.role.profile, at: now))
                try tx.record(caller.entry(.keyCreated, id, about: known.role.profile, at: now))
                return .made(key, oldEndsAt: min(end, known.expiresAt ?? end))
            }
        } catch { throw .store(error) }
        switch outcome {
        case .unknown: throw .unknown
        case .ending(let end): throw .ending(end)
        case .made(let key, let end): return Rotated(key: key, secret: secret, oldEndsAt: end)
        }
    }
}
