package import FairKitCore
import FairKitStore
package import KeyRing

/// The shares of patients' results.
package struct Shares: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var shares: Shares { Shares(tenant: self) }
}

/// A share, and whether it is in force.
package struct ShareView: Sendable {
    package let share: Share
    package let isInForce: Bool

    init(_ share: Share, at now: Timestamp) {
        self.share = share
        isInForce = share.holds(at: now)
    }
}

/// Why a change to a share was refused.
package enum ShareFailure: Error {
    /// The share has already ended.
    case ended
    case key(KeyError)
}

/// A share as its recipient sees it.
package struct GivenShare: Sendable {
    package let share: Share
    package let givenName: String
    package let familyName: String
}

extension OwnAccount {
    /// The shares of others with the caller that are in force, the newest first.
    package func givenShares(by caller: Caller) async throws(Refusal<OwnAccountFailure>) -> [GivenShare] {
        let (account, _) = try person(caller)
        return try await tenant.read(nil, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<[GivenShare], OwnAccountFailure> in
            var given: [GivenShare] = []
            for share in try tx.shares(with: account, at: grant.now) {
                guard let person = try tx.profile(share.profile)?.details else { continue }
                grant.log(.shareListed, share.id, about: share.profile)
                given.append(GivenShare(share: share, givenName: person.givenName, familyName: person.familyName))
            }
            return .success(given)
        }
    }
}

extension Shares {
    /// The page that opens a link's share; nil: the server does not know its own address.
    package func page(of secret: ShareSecret) -> String? { tenant.settings.link.page(of: secret) }

    /// A page of a patient's shares, newest first, including ended ones.
    package func list(
        of profile: ProfileID, before cursor: ShareID?, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> Page<ShareView, ShareID> {
        try await tenant.read(.readShares, as: caller, on: .profile(profile)) {
            (tx, grant) throws(DatabaseError) -> Outcome<Page<ShareView, ShareID>, Never> in
            let now = grant.now
            grant.log(.shareListed, profile, about: profile)
            return .success(
                try tx.shares(of: profile, before: cursor, limit: limit).map { ShareView($0, at: now) })
        }
    }

    /// One of a patient's shares, active or not.
    package func show(
        _ id: ShareID, of profile: ProfileID, by caller: Caller
    ) async throws(Refusal<Never>) -> ShareView {
        try await tenant.read(.readShares, as: caller, on: .profile(profile)) {
            (tx, grant) throws(DatabaseError) -> Outcome<ShareView, Never> in
            guard let share = try tx.share(id, of: profile) else { return .failure(.notFound) }
            grant.log(.shareListed, id, about: profile)
            return .success(ShareView(share, at: grant.now))
        }
    }

    /// Revokes a share at once.
    package func revoke(
        _ id: ShareID, of profile: ProfileID, by caller: Caller
    ) async throws(Refusal<ShareFailure>) -> Share {
        try await tenant.write(.shareResults, as: caller, on: .profile(profile)) {
            (tx, grant) throws(DatabaseError) -> Outcome<Share, ShareFailure> in
            guard try tx.share(id, of: profile) != nil else { return .failure(.notFound) }
            guard try tx.endShare(id, of: profile, .revoked, at: grant.now) else { return .own(.ended) }
            grant.log(.shareRevoked, id, about: profile)
            return try tx.share(id, of: profile).map { .success($0) } ?? .failure(.notFound)
        }
    }
}
