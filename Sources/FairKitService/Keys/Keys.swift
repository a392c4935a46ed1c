package import FairKitCore
import FairKitStore
package import KeyRing

/// The API keys of a tenant: listed, created, rotated, revoked.
package struct Keys: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var keys: Keys { Keys(tenant: self) }
}

/// Why a key was not created, rotated or revoked.
package enum KeyFailure: Error {
    case profileUnknown
    /// There is no such key, or the key to revoke has already ended.
    case unknown
    /// The key has ended or expired, or was rotated and ends at this time.
    case ending(Timestamp)
    /// The administrator who requested a key can't approve it.
    case secondAdministrator
    /// The caller has no account, or failed to prove their identity.
    case account(OwnAccountFailure)
    case key(KeyError)
}

extension Invalid {
    /// At least one of these scopes is needed, and no others.
    package static func scopes(_ fitting: Set<Scope>) -> Invalid {
        Invalid("/scopes", "one or more of: " + fitting.sorted().map(\.rawValue).joined(separator: ", "))
    }

    /// The expiry is not allowed.
    package static let keyLife = Invalid(
        "/expiresAt", "later than now, and \(Expiry.longestLife.components.seconds / 86_400) days away at most")
}

/// A key as it is shown, without its secret.
package struct KeyView: Sendable {
    package let key: APIKey
    /// The name of the laboratory, for a laboratory's key.
    package let laboratory: String?
    package let isActive: Bool
    /// The minute in which the key was last used; nil: never.
    package let usedAt: Timestamp?
    /// The administrator who requested the key, while it waits for approval.
    package var preparedBy: ActorID?
}

extension Keys {
    /// A page of keys, newest first, without their secrets.
    ///
    /// - Parameter all: also lists keys that have ended.
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

    /// A page of the keys that wait for approval, newest first.
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

    /// Revokes a key at once. The audit log still refers to its record, which stays. A key that waits for approval is
    /// withdrawn.
    ///
    /// Returns when no request with the key is answered any more, including waiting claims.
    ///
    /// - Parameter proof: nil for commands on the server.
    package func revoke(
        _ id: KeyID, proof: IdentityProof? = nil, by caller: Caller
    ) async throws(Refusal<KeyFailure>) {
        try await tenant.permit(.manageKeys, to: caller, for: KeyFailure.self)
        let confirmed = try await prove(proof, by: caller)
        try await tenant.write(.manageKeys, as: caller, lane: .critical) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, KeyFailure> in
            guard try OwnAccount.stillCounts(confirmed, for: grant, in: tx) else {
                return .own(.account(.signIn(.wrong)))
            }
            if try tx.removePreparedKey(id) {
                grant.log(.keyWithdrawn, id, about: nil)
                return .success(())
            }
            guard try tx.revoke(id, from: grant.now, at: grant.now) else { return .own(.unknown) }
            grant.log(.keyRevoked, id, about: nil)
            return .success(())
        }
    }
}
