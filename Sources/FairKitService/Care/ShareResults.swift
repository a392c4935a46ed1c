package import FairKitCore
package import FairKitStore
import KeyRing

/// Lets somebody else see a person's results for a time: an account, whoever has an address, or whoever has a link and its PIN.
package struct ShareResults: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    /// With whom.
    package enum Recipient: Sendable {
        case account(AccountID)
        case email(MailAddress)
        case link(SharePIN)
    }

    /// - Parameter expiry: nil: after seven days.
    /// - Returns: the share, and the secret of its link, which is shown once.
    package func callAsFunction(
        _ profile: ProfileID, with recipient: Recipient, until expiry: Timestamp?, by caller: Caller
    ) async throws(ShareFailure) -> (share: Share, secret: ShareSecret?) {
        let (subject, now) = (caller.subject, now())
        guard subject.may(.shareResults) else { throw .forbidden }
        let expiry = expiry ?? now.advanced(by: Share.usualLength)
        guard now < expiry, expiry <= now.advanced(by: Share.longest) else {
            throw .invalid(Invalid("/expiresAt", "later than now, and within a year"))
        }
        let (stored, secret, link) = try prepare(recipient)
        let share = Share(
            id: .new(at: now), profile: profile, recipient: stored, createdAt: now, createdBy: subject.id,
            expiresAt: expiry)
        let entry = caller.entry(.shareCreated, share.id, about: profile, at: now)
        let failure: ShareFailure?
        do {
            failure = try await store.write { (tx) throws(DatabaseError) in
                let decision = try tx.decision(for: subject, .shareResults, about: profile, at: now)
                guard decision.ground == .own else { return .notFound }
                if case .account(let id) = stored, try !tx.account(id).seesShares {
                    return .invalid(
                        Invalid("/with/accountId", "there is no patient's or clinician's account of this id"))
                }
                try tx.insert(share, link: link)
                try tx.record(entry)
                return nil
            }
        } catch { throw .store(error) }
        if let failure { throw failure }
        return (share, secret)
    }

    private func prepare(
        _ recipient: Recipient
    ) throws(ShareFailure) -> (Share.Recipient, ShareSecret?, StoredLink?) {
        switch recipient {
        case .account(let id): return (.account(id), nil, nil)
        // Whether there is such an account is nobody's business, so it is looked for when results are asked for.
        case .email(let address): return (.email(address.folded), nil, nil)
        case .link(let pin):
            do throws(KeyError) {
                let secret = try ShareSecret.random()
                let link = StoredLink(
                    digest: try store.digest(of: secret), pin: try store.digest(of: pin, of: secret))
                return (.link, secret, link)
            } catch { throw .key(error) }
        }
    }
}

extension Account? {
    /// Other roles see no results of persons, whoever shares them.
    fileprivate var seesShares: Bool {
        guard let self, self.state == .active else { return false }
        return [.patient, .clinician].contains(self.role.name)
    }
}
