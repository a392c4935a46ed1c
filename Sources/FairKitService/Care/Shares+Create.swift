package import FairKitCore
import FairKitStore
import KeyRing

/// The recipient of a share.
package enum ShareRecipient: Sendable {
    case account(AccountID)
    case email(MailAddress)
    /// Anyone with the link and this PIN.
    case link(SharePIN)
}

extension Shares {
    /// Shares a person's results for a time: with an account, a mail address, or a link with a PIN.
    ///
    /// - Parameters:
    ///   - recipient: nil: it could not be parsed, as `faults` say.
    ///   - expiry: nil: after seven days.
    /// - Returns: the share, and the secret of its link, which is shown only once.
    package func create(
        of profile: ProfileID, with recipient: ShareRecipient?, until expiry: Timestamp?,
        found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<ShareFailure>) -> (share: Share, secret: ShareSecret?) {
        try await tenant.permit(.shareResults, to: caller, on: .profile(profile), for: ShareFailure.self)
        guard let recipient else {
            throw .invalid(
                Invalid(faults.adding(expiry ?? tenant.now().advanced(by: Share.usualLength), at: tenant.now()).fields))
        }
        let (stored, secret, link) = try prepare(recipient)
        let (signIn, zones) = (tenant.settings.link.signIn, tenant.zones)
        let share = try await tenant.write(.shareResults, as: caller, on: .profile(profile)) {
            [tenant] (tx, grant) throws(DatabaseError) -> Outcome<Share, ShareFailure> in
            let now = grant.now
            let expiry = expiry ?? now.advanced(by: Share.usualLength)
            var faults = faults.adding(expiry, at: now)
            if case .account(let id) = stored, try !tx.account(id).seesShares {
                faults.record("/with/accountId", "there is no patient's or clinician's account with this id")
            }
            guard faults.isEmpty else { return .failure(.invalid(Invalid(faults.fields))) }
            if let spent = try Tenancy.spend(.share, by: grant, to: profile, of: tenant, in: tx) {
                return .failure(.overBudget(spent))
            }
            let share = Share(
                id: .new(at: now), profile: profile, recipient: stored, createdAt: now, createdBy: grant.subject.id,
                expiresAt: expiry)
            try tx.insertShare(share, link: link)
            try Shares.notifyGiven(share, signIn: signIn, zones: zones, at: now, in: tx)
            grant.log(.shareCreated, share.id, about: profile)
            return .success(share)
        }
        return (share, secret)
    }

    private func prepare(
        _ recipient: ShareRecipient
    ) throws(Refusal<ShareFailure>) -> (Share.Recipient, ShareSecret?, StoredLink?) {
        switch recipient {
        case .account(let id): return (.account(id), nil, nil)
        // The caller must not learn whether the account exists, so it is looked up when results are read.
        case .email(let address): return (.email(address.folded), nil, nil)
        case .link(let pin):
            do throws(KeyError) {
                let secret = try ShareSecret.random()
                let link = StoredLink(
                    digest: try tenant.store.digest(of: secret), pin: try tenant.store.digest(of: pin, of: secret))
                return (.link, secret, link)
            } catch { throw .own(.key(error)) }
        }
    }
}

extension Faults {
    /// Adds the fault of an expiry that is not allowed.
    fileprivate func adding(_ expiry: Timestamp, at now: Timestamp) -> Faults {
        var faults = self
        faults.require(
            now < expiry && expiry <= now.advanced(by: Share.longest), "/expiresAt", "later than now, and within a year"
        )
        return faults
    }
}

extension Account? {
    /// Whether this role can read shared results.
    fileprivate var seesShares: Bool {
        guard let self, self.state == .active else { return false }
        return [.patient, .clinician].contains(self.role.name)
    }
}
