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
    case key(KeyError)
}

extension Accounts {
    /// Invites somebody to an account: they get a mail, and choose a password themselves.
    package func invite(
        email text: String, for purpose: AccountPurpose, by caller: Caller
    ) async throws(Refusal<InviteFailure>) -> Invitation {
        guard let email = MailAddress(text)?.folded else {
            throw .invalid(Invalid("/email", "an address such as name@example.org"))
        }
        let role = try await tenant.read(.manageAccounts, as: caller) { (tx, _) throws(DatabaseError) in
            try tx.role(for: purpose)
        }
        let invitation = Invitation(.invitation, to: email, role: role, at: tenant.now())
        let secret: MailedSecret
        do {
            secret = try MailedSecret(invitation, in: tenant.store, link: tenant.settings.link)
        } catch { throw .own(.key(error)) }
        return try await tenant.write(.manageAccounts, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Invitation, InviteFailure> in
            guard try tx.account(email: email) == nil else { return .own(.taken) }
            try tx.removeInvitations(to: email)
            try tx.send(secret)
            grant.note(.accountInvited, invitation.id, about: role.profile)
            return .success(invitation)
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
