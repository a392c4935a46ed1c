/// What signs access tokens. See the decision `0023-accounts-and-sessions`.
package struct SigningKey: Hashable, Sendable {
    /// The `kid` of RFC 7517.
    package let id: String
    /// What Ed25519's keys are made of: 32 bytes.
    package let seed: [UInt8]
    package let createdAt: Timestamp
    /// It is shown before it signs, so that whoever keeps a copy of the keys has it by then.
    package let signsAt: Timestamp
    /// From when on nothing that it has signed is taken; nil: it signs, or will.
    package let retiresAt: Timestamp?

    package init(id: String, seed: [UInt8], createdAt: Timestamp, signsAt: Timestamp, retiresAt: Timestamp?) {
        self.id = id
        self.seed = seed
        self.createdAt = createdAt
        self.signsAt = signsAt
        self.retiresAt = retiresAt
    }

    /// How long a token is good for.
    package static let tokenLifetime = Duration.seconds(900)
    /// A key signs for so long, and is then followed by another.
    package static let lifetime = Duration.seconds(90 * 86_400)
    /// A new key is shown so long before it signs.
    package static let notice = Duration.seconds(86_400)
}

/// What is to be done about signing keys.
package enum SigningKeyStep: Hashable, Sendable {
    /// A key is made, which signs from then on.
    case make(signsAt: Timestamp)
    /// A later key signs: what this one has signed is good until then.
    case retire(String, at: Timestamp)
    /// Nobody needs it any more.
    case delete(String)
}

extension [SigningKey] {
    /// The key that signs at a time; nil: there is none yet.
    package func signing(at now: Timestamp) -> SigningKey? {
        filter { $0.signsAt <= now && ($0.retiresAt.map { $0 > now } ?? true) }.max { $0.signsAt < $1.signsAt }
    }

    /// The key to sign with: the one that signs at a time, or, since the clock was set back to before all of them, the first.
    package func signingNow(at now: Timestamp) -> SigningKey? {
        signing(at: now) ?? shown(at: now).min { $0.signsAt < $1.signsAt }
    }

    /// Those whose signatures are taken, and that are shown.
    package func shown(at now: Timestamp) -> [SigningKey] {
        filter { $0.retiresAt.map { $0 > now } ?? true }
    }

    /// What is due.
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

    /// What is due when somebody else may know the keys: another signs at once, and nothing that was signed before is taken. The one
    /// that was to follow goes, too, since it stood beside them.
    package func stepsAfterLeak(at now: Timestamp) -> [SigningKeyStep] {
        map { .delete($0.id) } + [.make(signsAt: now)]
    }
}
