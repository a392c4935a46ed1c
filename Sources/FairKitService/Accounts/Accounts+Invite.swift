package import FairKitCore
import FairKitStore
package import KeyRing

/// The role of an account, with the record or laboratory that it belongs to.
package enum AccountPurpose: Sendable {
    case patient(ProfileID)
    /// By the name of the laboratory.
    case laboratory(String)
    case clinician
    case coordinator
    case administrator
}

/// Why an invitation was not created, approved or revoked.
package enum InviteFailure: Error {
    /// An account with this address already exists.
    case taken
    /// An API key can invite only coordinators, and patients without an account at the address of their record.
    case needsPerson
    /// The administrator who created the invitation can't approve it.
    case secondAdministrator
    /// The invitation needs no approval: its mail is already written.
    case notAwaited
    /// The approver has no account, or failed to prove their identity.
    case account(OwnAccountFailure)
    case key(KeyError)
}

extension Accounts {
    /// Invites a person to an account. They get a mail, and choose a password themselves.
    ///
    /// Some invitations need a second administrator: those for a role that opens other people's records, and those for
    /// a record that already has an account, or at an address that the record does not have since it was made. Their mail
    /// waits until the second one approves (`approveInvitation`). Commands on the server need no approval. See decision
    /// 0052.
    /// - Parameter name: the name of the account's owner, who can change it.
    package func invite(
        email text: String, name: String? = nil, for purpose: AccountPurpose, found faults: Faults = Faults(),
        by caller: Caller
    ) async throws(Refusal<InviteFailure>) -> Invitation {
        var faults = faults
        let email = MailAddress(typed: text)?.folded
        faults.require(email != nil, "/email", "an address such as name@example.org")
        AccountDetails(name: name).check(&faults)
        guard let email, faults.isEmpty else { throw .invalid(Invalid(faults.fields)) }
        let (role, language) = try await tenant.write(.manageAccounts, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<(Role, Language), InviteFailure> in
            switch try Accounts.role(for: purpose, grant, in: tx) {
            case .success(let role): .success((role, try MailedSecret.languageOfInvited(role, in: tx)))
            case .failure(let refusal): .failure(refusal)
            }
        }
        let invitation = Invitation(
            .invitation, to: email, role: role, name: name, invitedBy: caller.subject.id, at: tenant.now())
        let secret: MailedSecret
        do {
            secret = try MailedSecret(
                invitation, language: language, in: tenant.store, link: tenant.settings.link)
        } catch { throw .own(.key(error)) }
        return try await tenant.write(.manageAccounts, as: caller) {
            [tenant] (tx, grant) throws(DatabaseError) -> Outcome<Invitation, InviteFailure> in
            let isSensitive = try Accounts.needsSecondAdministrator(role, at: email, in: tx)
            if isSensitive, case .key = grant.subject.actor {
                grant.log(
                    caller.entry(.accountInvited, nil, about: role.profile, outcome: .denied, at: grant.now))
                return .own(.needsPerson)
            }
            guard try tx.account(email: email) == nil else { return .own(.taken) }
            if let spent = try Tenancy.spend(.invitation, by: grant, to: email, of: tenant, in: tx) {
                return .failure(.overBudget(spent))
            }
            var secret = secret
            secret.invitation.approval =
                grant.subject.actor == .machine ? .given : isSensitive ? .awaited : .none
            try tx.removeInvitations(to: email)
            if secret.invitation.approval == .awaited {
                // This secret is discarded. A new one is generated when a second administrator approves.
                try tx.insertInvitation(secret.invitation, digest: secret.digest)
            } else {
                try MailedSecret.send(secret, in: tx)
            }
            if isSensitive { try Accounts.notifyWhomItConcerns(secret.invitation, at: grant.now, in: tx) }
            grant.log(.accountInvited, invitation.id, about: role.profile)
            return .success(secret.invitation)
        }
    }

    /// A page of the invitations that were not accepted yet, newest first.
    package func invitations(
        before cursor: InvitationID?, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> Page<Invitation, InvitationID> {
        try await tenant.read(.manageAccounts, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Page<Invitation, InvitationID>, Never> in
            grant.log(.accountListed, nil, about: nil)
            return .success(try tx.invitations(before: cursor, limit: limit, at: grant.now))
        }
    }

    /// Revokes an invitation that was not accepted. Its link becomes invalid.
    package func revokeInvitation(_ id: InvitationID, by caller: Caller) async throws(Refusal<Never>) {
        try await tenant.write(.manageAccounts, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, Never> in
            guard try tx.removeInvitation(id) else { return .failure(.notFound) }
            grant.log(.invitationRevoked, id, about: nil)
            return .success(())
        }
    }

    /// Whether an invitation to this role needs a second administrator.
    static func needsSecondAdministrator<Access>(
        _ role: Role, at email: MailAddress, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> Bool {
        guard let person = role.profile else {
            return role.needsSecondAdministrator(hadAccount: false, isOwnAddress: false)
        }
        // A person who changes the address of a record could else invite themselves to it.
        let isKnown = try contact(of: person, in: tx)?.address == email
        let isOwnAddress = try isKnown ? !tx.emailWasChanged(of: person) : false
        return role.needsSecondAdministrator(hadAccount: try tx.hadAccount(person), isOwnAddress: isOwnAddress)
    }

    /// The address of a record, in lower case; nil: it has none.
    fileprivate static func contact<Access>(of person: ProfileID, in tx: borrowing Connection<Access>)
        throws(DatabaseError) -> MailRecipient?
    {
        guard let details = try tx.profile(person)?.details, let email = details.email.flatMap({ MailAddress($0) })
        else { return nil }
        return MailRecipient(email.folded, in: details.language)
    }

    /// Mails all administrators, the accounts that already see the record, and the address that the record has.
    fileprivate static func notifyWhomItConcerns(
        _ invitation: Invitation, at now: Timestamp, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) {
        var addresses = Set(try tx.addressesOfAdministrators())
        if let person = invitation.role?.profile {
            addresses.formUnion(try tx.addresses(of: person))
            if let contact = try contact(of: person, in: tx),
                !addresses.contains(where: { $0.address == contact.address })
            {
                addresses.insert(contact)
            }
        }
        let inviter = try invitation.invitedBy.map { (id) throws(DatabaseError) in
            try Notices.nameInMails(of: id, in: tx)
        }
        let facts = invitation.facts(invitedBy: inviter ?? "-")
        for address in addresses {
            try tx.insertMail(Notice(.accountPrepared, to: address, lines: facts, at: now))
        }
    }

    /// The role of an account. A laboratory whose people are invited before it has a key is added; a key adds none.
    fileprivate static func role(
        for purpose: AccountPurpose, _ grant: Grant, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Outcome<Role, InviteFailure> {
        switch purpose {
        case .patient(let id):
            guard try tx.profile(id) != nil else {
                return .failure(.invalid(Invalid("/profileId", "there is no profile with this id")))
            }
            return .success(.patient(id))
        case .laboratory(let name):
            if let found = try tx.laboratory(named: name) { return .success(.laboratory(found.id)) }
            if case .key = grant.subject.actor { return .own(.needsPerson) }
            guard name.isText(1...100) else {
                return .failure(.invalid(Invalid("/laboratory", "1 to 100 characters")))
            }
            let added = Laboratory(id: .new(at: grant.now), name: name)
            try tx.insertLaboratory(added)
            return .success(.laboratory(added.id))
        case .clinician: return .success(.clinician)
        case .coordinator: return .success(.coordinator)
        case .administrator: return .success(.administrator)
        }
    }
}
