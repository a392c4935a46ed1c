/// A key that signs access tokens. See decision 0023.
package struct SigningKey: Equatable, Sendable {
    /// The `kid` of RFC 7517.
    package let id: String
    /// The Ed25519 seed: 32 bytes.
    package let seed: [UInt8]
    package let createdAt: Timestamp
    /// The key is published before it signs, so that verifiers which cache the keys have it by then.
    package let signsAt: Timestamp
    /// From this time on its signatures are refused; nil: it signs, or will sign.
    package let retiresAt: Timestamp?

    package init(id: String, seed: [UInt8], createdAt: Timestamp, signsAt: Timestamp, retiresAt: Timestamp?) {
        self.id = id
        self.seed = seed
        self.createdAt = createdAt
        self.signsAt = signsAt
        self.retiresAt = retiresAt
    }

    /// How long a token is valid.
    package static let tokenLifetime = Duration.seconds(900)
    /// How long a key signs before the next one takes over.
    package static let lifetime = Duration.seconds(90 * 86_400)
    /// How long before it signs a new key is published.
    package static let notice = Duration.seconds(86_400)
}

/// A due change to the signing keys.
package enum SigningKeyStep: Equatable, Sendable {
    /// Creates a key that signs from this time on.
    case make(signsAt: Timestamp)
    /// A later key signs; tokens signed by this one are valid until then.
    case retire(String, at: Timestamp)
    /// Deletes a key that no token needs any more.
    case delete(String)
}

extension [SigningKey] {
    /// The key that signs at a time; nil: none yet.
    package func signing(at now: Timestamp) -> SigningKey? {
        filter { $0.signsAt <= now && ($0.retiresAt.map { $0 > now } ?? true) }.max { $0.signsAt < $1.signsAt }
    }

    /// The key to sign with: the one that signs at a time or, if the clock was set back before all of them, the first.
    package func signingNow(at now: Timestamp) -> SigningKey? {
        signing(at: now) ?? shown(at: now).min { $0.signsAt < $1.signsAt }
    }

    /// The published keys, whose signatures are accepted.
    package func shown(at now: Timestamp) -> [SigningKey] {
        filter { $0.retiresAt.map { $0 > now } ?? true }
    }

    /// The due changes.
    package func steps(at now: Timestamp) -> [SigningKeyStep] {
        var steps: [SigningKeyStep] = filter { $0.retiresAt.map { $0 <= now } ?? false }.map { .delete($0.id) }
        guard let current = signing(at: now) else { return steps + [.make(signsAt: now)] }
        let next = filter { $0.signsAt > now }.min { $0.signsAt < $1.signsAt }
        let end = current.signsAt.advanced(by: SigningKey.lifetime)
        if next == nil, end.advanced(by: SigningKey.notice * -1) <= now {
            steps.append(.make(signsAt: now.advanced(by: SigningKey.notice)))
        }
        let earlier = filter { $0.signsAt < current.signsAt && $0.retiresAt == nil }
        steps += earlier.map { .retire($0.id, at: current.signsAt.advanced(by: SigningKey.tokenLifetime)) }
        return steps
    }

    /// The changes after a suspected leak: a new key signs at once, and all earlier tokens are refused. The prepared
    /// next key is deleted, too, since it was stored with the others.
    package func stepsAfterLeak(at now: Timestamp) -> [SigningKeyStep] {
        map { .delete($0.id) } + [.make(signsAt: now)]
    }
}
