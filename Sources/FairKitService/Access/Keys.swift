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
    /// Of these there must be one at least, and no other.
    case scopes(Set<Scope>)
    case expiry
    case overlap
    /// There is no such key, or, of one that is to be revoked, it has ended.
    case unknown
    /// It has ended or expired, or has been rotated and ends then.
    case ending(Timestamp)
    case key(KeyError)
}

/// A key as it is shown, without its secret.
package struct KeyView: Sendable {
    package let key: APIKey
    /// The name of a laboratory's key's laboratory.
    package let laboratory: String?
    package let isActive: Bool
    /// The minute in which it was used last; nil: it was not.
    package let usedAt: Timestamp?
}

extension Keys {
    /// A page of keys, the newest first: what they are called and for, never their secrets.
    /// - Parameter all: also those that have ended.
    package func list(
        all: Bool, before cursor: KeyID?, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> Page<KeyView, KeyID> {
        try await tenant.read(.manageKeys, as: caller) {
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

    /// Ends a key at once. Its record stays, so that the audit keeps its meaning.
    ///
    /// Returns when nothing is answered to that key any more, also to a claim that waits.
    package func revoke(_ id: KeyID, by caller: Caller) async throws(Refusal<KeyFailure>) {
        try await tenant.write(.manageKeys, as: caller, lane: .critical) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, KeyFailure> in
            guard try tx.revoke(id, from: grant.now, at: grant.now) else { return .own(.unknown) }
            grant.note(.keyRevoked, id, about: nil)
            return .success(())
        }
    }
}
