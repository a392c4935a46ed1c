package import FairKitCore
import FairKitStore
import KeyRing

extension Accounts {
    /// Approves an invitation that waits for a second administrator. The invitee then gets the mail with the link.
    ///
    /// - Parameter proof: nil for commands on the server.
    /// - Returns: the approved invitation.
    package func approveInvitation(
        _ id: InvitationID, proof: IdentityProof?, by caller: Caller
    ) async throws(Refusal<InviteFailure>) -> Invitation {
        let (awaited, language) = try await tenant.read(.manageAccounts, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<(Invitation, Language), InviteFailure> in
            switch try Accounts.awaited(id, for: grant, in: tx) {
            case .success(let found): .success((found, try MailedSecret.languageOfInvited(found.role, in: tx)))
            case .failure(let refusal): .failure(refusal)
            }
        }
        let confirmed: Confirmed?
        do { confirmed = try await tenant.prove(proof, by: caller) } catch { throw error.map { .account($0) } }
        let secret: MailedSecret
        do {
            let now = tenant.now()
            secret = try MailedSecret(
                awaited.approved(at: now), language: language, in: tenant.store, link: tenant.settings.link, at: now)
        } catch { throw .own(.key(error)) }
        return try await tenant.write(.manageAccounts, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Invitation, InviteFailure> in
            guard try OwnAccount.stillCounts(confirmed, for: grant, in: tx) else {
                return .own(.account(.signIn(.wrong)))
            }
            switch try Accounts.awaited(id, for: grant, in: tx) {
            case .failure(let refusal): return .failure(refusal)
            case .success: break
            }
            guard try tx.account(email: awaited.email) == nil else { return .own(.taken) }
            try tx.removeInvitation(id)
            try MailedSecret.send(secret, in: tx)
            grant.log(.invitationApproved, id, about: awaited.role?.profile)
            return .success(secret.invitation)
        }
    }

    /// The invitation, if the caller may approve it. The administrator who created it may not.
    fileprivate static func awaited<Access>(
        _ id: InvitationID, for grant: Grant, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> Outcome<Invitation, InviteFailure> {
        guard let invitation = try tx.invitation(id, at: grant.now) else { return .failure(.notFound) }
        guard invitation.approval == .awaited else { return .own(.notAwaited) }
        guard invitation.invitedBy != grant.subject.id else { return .own(.secondAdministrator) }
        return .success(invitation)
    }
}
