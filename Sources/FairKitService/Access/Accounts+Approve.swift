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
            switch try tx.awaited(id, for: grant) {
            case .success(let found): .success((found, try tx.languageOfInvited(found.role)))
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
            guard try tx.stillCounts(confirmed, for: grant) else { return .own(.account(.signIn(.wrong))) }
            switch try tx.awaited(id, for: grant) {
            case .failure(let refusal): return .failure(refusal)
            case .success: break
            }
            guard try tx.account(email: awaited.email) == nil else { return .own(.taken) }
            try tx.removeInvitation(id)
            try tx.send(secret)
            grant.log(.invitationApproved, id, about: awaited.role?.profile)
            return .success(secret.invitation)
        }
    }
}

extension Transaction {
    /// The invitation, if the caller may approve it. The administrator who created it may not.
    fileprivate func awaited(
        _ id: InvitationID, for grant: Grant
    ) throws(DatabaseError) -> Outcome<Invitation, InviteFailure> {
        guard let invitation = try invitation(id, at: grant.now) else { return .failure(.notFound) }
        guard invitation.approval == .awaited else { return .own(.notAwaited) }
        guard invitation.invitedBy != grant.subject.id else { return .own(.secondAdministrator) }
        return .success(invitation)
    }
}
