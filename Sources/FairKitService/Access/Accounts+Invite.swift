package import FairKitCore
import FairKitStore
package import KeyRing

/// What an account is for.
package enum AccountPurpose: Sendable {
    case patient(ProfileID)
    /// By the laboratory's name.
    case laboratory(String)
    case clinician
    case coordinator
    case administrator
}

/// Why nobody was invited.
package enum InviteFailure: Error {
    /// There is an account with this address.
    case taken
    /// An API key invites patients to their first account, and coordinators.
    case needsPerson
    /// Whoever invites can't be the second administrator who agrees.
    case secondAdministrator
    /// It waits for nobody: it was mailed already.
    case notAwaited
    /// Whoever agrees has no account, or has not shown that it is them.
    case account(OwnAccountFailure)
    case key(KeyError)
}

extension Accounts {
    /// Invites somebody to an account: they get a mail, and choose a password themselves.
    ///
    /// An account that opens records of others, or another one for a record that has one, is never given away by one administrator alone: the
    /// mail waits until another one agrees (`approveInvitation`). Whoever works on the server's machine needs no second.
    /// See the decision `0052-two-administrators`.
    /// - Parameters:
    ///   - name: whose account it is to be; they can change it.
    ///   - faults: what was found while the request was read; it is refused with what else is wrong.
    package func invite(
        email text: String, name: String? = nil, for purpose: AccountPurpose, found faults: Faults = Faults(),
        by caller: Caller
    ) async throws(Refusal<InviteFailure>) -> Invitation {
        var faults = faults
        let email = MailAddress(text)?.folded
        faults.demand(email != nil, "/email", "an address such as name@example.org")
        AccountDetails(name: name).check(&faults)
        guard let email, faults.isEmpty else { throw .invalid(Invalid(faults.fields)) }
        let role = try await tenant.read(.manageAccounts, as: caller) { (tx, _) throws(DatabaseError) in
            try tx.role(for: purpose)
        }
        let invitation = Invitation(
            .invitation, to: email, role: role, name: name, invitedBy: caller.subject.id, at: tenant.now())
        let secret: MailedSecret
        do {
            secret = try MailedSecret(invitation, in: tenant.store, link: tenant.settings.link)
        } catch { throw .own(.key(error)) }
        return try await tenant.write(.manageAccounts, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Invitation, InviteFailure> in
            let isSensitive = try tx.needsSecondAdministrator(role)
            if isSensitive, case .key = grant.subject.actor {
                grant.note(
                    caller.entry(.accountInvited, nil, about: role.profile, outcome: .denied, at: grant.now))
                return .own(.needsPerson)
            }
            guard try tx.account(email: email) == nil else { return .own(.taken) }
            var secret = secret
            secret.invitation.approval =
                grant.subject.actor == .machine ? .given : isSensitive ? .awaited : .none
            try tx.removeInvitations(to: email)
            if secret.invitation.approval == .awaited {
                // Its secret is thrown away. Another one is drawn when there is a second administrator.
                try tx.insert(secret.invitation, digest: secret.digest)
            } else {
                try tx.send(secret)
            }
            if isSensitive { try tx.tellWhomItConcerns(secret.invitation, at: grant.now) }
            grant.note(.accountInvited, invitation.id, about: role.profile)
            return .success(secret.invitation)
        }
    }

    /// Those who have not accepted yet, the newest invitation first.
    package func invitations(
        before cursor: InvitationID?, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> Page<Invitation, InvitationID> {
        try await tenant.read(.manageAccounts, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Page<Invitation, InvitationID>, Never> in
            grant.note(.accountListed, nil, about: nil)
            return .success(try tx.invitations(before: cursor, limit: limit, at: grant.now))
        }
    }

    /// Takes an invitation back that was not accepted: its link is good no more.
    package func revokeInvitation(_ id: InvitationID, by caller: Caller) async throws(Refusal<Never>) {
        try await tenant.write(.manageAccounts, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, Never> in
            guard try tx.removeInvitation(id) else { return .failure(.notFound) }
            grant.note(.invitationRevoked, id, about: nil)
            return .success(())
        }
    }
}

extension Transaction {
    /// Whether one administrator alone may not give an account in a role away.
    func needsSecondAdministrator(_ role: Role) throws(DatabaseError) -> Bool {
        role.needsSecondAdministrator(
            hadAccount: try role.profile.map { (person) throws(DatabaseError) in
                try hadAccount(person)
            } ?? false)
    }
}

extension WriteTransaction {
    /// Writes to all administrators, and to the accounts that see the record already.
    fileprivate func tellWhomItConcerns(_ invitation: Invitation, at now: Timestamp) throws(DatabaseError) {
        var addresses = Set(try addressesOfAdministrators())
        if let person = invitation.role?.profile { addresses.formUnion(try self.addresses(of: person)) }
        for address in addresses {
            try insert(OutboxMail(.accountPrepared, to: address, link: nil, facts: invitation.facts, at: now))
        }
    }
}

extension ReadTransaction {
    fileprivate func role(for purpose: AccountPurpose) throws(DatabaseError) -> Outcome<Role, InviteFailure> {
        switch purpose {
        case .patient(let id):
            guard try profile(id) != nil else {
                return .failure(.invalid(Invalid("/profileId", "there is no profile of this id")))
            }
            return .success(.patient(id))
        case .laboratory(let name):
            guard let found = try laboratory(named: name) else {
                return .failure(
                    .invalid(Invalid("/laboratory", "there is no laboratory of this name; its first key adds it")))
            }
            return .success(.laboratory(found.id))
        case .clinician: return .success(.clinician)
        case .coordinator: return .success(.coordinator)
        case .administrator: return .success(.administrator)
        }
    }
}
