package import FairKitCore
package import FairKitStore
package import KeyRing

/// Makes a new key in the place of an old one: same name, same role. The old one ends after an overlap, in which its clients
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
        case unknown
        /// It has ended, or has been rotated and ends then.
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
        case made(APIKey)
    }

    /// Makes a successor with the same name and role.
    /// - Parameter overlap: how long the old key goes on beside it; zero: it ends at once.
    package func callAsFunction(
        _ old: KeyID, overlap: Duration, by caller: Caller
    ) async throws(Failure) -> Rotated {
        guard caller.subject.may(.manageKeys) else { throw .forbidden }
        guard overlap >= .zero, overlap <= RotateKey.longestOverlap else { throw .overlap }
        let now = now()
        let end = now.advanced(by: overlap)
        let id = KeyID.new(at: now)
        let secret: APIKeySecret
        let digest: [UInt8]
        do { (secret, digest) = try store.newSecret() } catch { throw .key(error) }
        let outcome: Outcome
        do {
            outcome = try await store.write { (tx) throws(DatabaseError) in
                guard let known = try tx.key(old) else { return .unknown }
                if let end = known.revokedAt { return .ending(end) }
                let key = APIKey(id: id, name: known.name, role: known.role, createdAt: now, revokedAt: nil)
                try tx.insert(key, digest: digest)
                _ = try tx.revoke(old, from: end, at: now)
                try tx.record(caller.entry(.keyRotated, old, about: nil, at: now))
                try tx.record(caller.entry(.keyCreated, id, about: nil, at: now))
                return .made(key)
            }
        } catch { throw .store(error) }
        switch outcome {
        case .unknown: throw .unknown
        case .ending(let end): throw .ending(end)
        case .made(let key): return Rotated(key: key, secret: secret, oldEndsAt: end)
        }
    }
}
