package import FairKitCore
import FairKitStore
package import KeyRing

/// The API keys of a tenant: listed, made, rotated, revoked.
package struct Keys: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var keys: Keys { Keys(tenant: self) }
}

/// Why a key was not made, rotated or revoked.
package enum KeyFailure: Error {
    case profileUnknown
    /// There is no such key, or, of one that is to be revoked, it has ended.
    case unknown
    /// It has ended or expired, or has been rotated and ends then.
    case ending(Timestamp)
    /// Whoever asked for a key can't be the second administrator who agrees.
    case secondAdministrator
    /// Whoever asks has no account, or has not shown that it is them.
    case account(OwnAccountFailure)
    case key(KeyError)
}

extension Invalid {
    /// Of these scopes there must be one at least, and no other.
    package static func scopes(_ fitting: Set<Scope>) -> Invalid {
        Invalid("/scopes", "one or more of: " + fitting.sorted().map(\.rawValue).joined(separator: ", "))
    }

    /// When a key can't end.
    package static let keyLife = Invalid(
        "/expiresAt", "later than now, and \(Expiry.longestLife.components.seconds / 86_400) days away at most")
}

/// A key as it is shown, without its secret.
package struct KeyView: Sendable {
    package let key: APIKey
    /// The name of a laboratory's key's laboratory.
    package let laboratory: String?
    package let isActive: Bool
    /// The minute in which it was used last; nil: it was not.
    package let usedAt: Timestamp?
    /// Who asked for it, while it waits for another administrator.
    package var preparedBy: ActorID?
}

extension Keys {
    /// A page of keys, the newest first: what they are called and for, never their secrets.
    /// - Parameter all: also those that have ended.
    package func list(
        all: Bool, before cursor: KeyID?, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> Page<KeyView, KeyID> {
        try await tenant.read(.readKeys, as: caller) {
            [uses = tenant.keyUses] (tx, grant) throws(DatabaseError) -> Outcome<Page<KeyView, KeyID>, Never> in
            let page = try tx.keys(active: all ? nil : grant.now, before: cursor, limit: limit)
            var shown: [KeyView] = []
            for key in page.items {
                shown.append(
                    KeyView(
                        key: key, laboratory: try tx.laboratoryName(of: key.role),
                        isActive: key.isActive(at: grant.now), usedAt: uses.last(of: key)))
            }
            return .success(Page(items: shown, next: page.next))
        }
    }

    /// A page of keys that wait for another administrator, the newest first.
    package func prepared(
        before cursor: KeyID?, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> Page<KeyView, KeyID> {
        try await tenant.read(.readKeys, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Page<KeyView, KeyID>, Never> in
            let page = try tx.preparedKeys(before: cursor, limit: limit, at: grant.now)
            var shown: [KeyView] = []
            for prepared in page.items {
                shown.append(
                    KeyView(
                        key: prepared.key, laboratory: try tx.laboratoryName(of: prepared.key.role), isActive: false,
                        usedAt: nil, preparedBy: prepared.preparedBy))
            }
            return .success(Page(items: shown, next: page.next))
        }
    }

    /// Ends a key at once. Its record stays, so that the audit keeps its meaning. One that waits for another administrator is withdrawn.
    ///
    /// Returns when nothing is answered to that key any more, also to a claim that waits.
    /// - Parameter proof: nil on the server's machine.
    package func revoke(
        _ id: KeyID, proof: IdentityProof? = nil, by caller: Caller
    ) async throws(Refusal<KeyFailure>) {
        try await tenant.permit(.manageKeys, to: caller, for: KeyFailure.self)
        let confirmed = try await prove(proof, by: caller)
        try await tenant.write(.manageKeys, as: caller, lane: .critical) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, KeyFailure> in
            guard try tx.stillCounts(confirmed, for: grant) else { return .own(.account(.signIn(.wrong))) }
            if try tx.removePreparedKey(id) {
                grant.note(.keyWithdrawn, id, about: nil)
                return .success(())
            }
            guard try tx.revoke(id, from: grant.now, at: grant.now) else { return .own(.unknown) }
            grant.note(.keyRevoked, id, about: nil)
            return .success(())
        }
    }
}
