package import FairKitCore
package import FairKitStore
package import KeyRing

/// Why no mail was written.
package enum AskForMailFailure: Error {
    case invalid(Invalid)
    /// Patients need an invitation.
    case registrationClosed
    case overBudget(SpentBudget)
    case key(KeyError)
    case store(DatabaseError)
}

/// The response and its timing are the same whether the account exists or not: only the reader of the mail finds out.
/// See decision 0023.
extension SignIns {
    /// Mails a code and a link to a patient who wants to register. If they already have an account, the mail has a link that
    /// resets the password.
    /// - Parameter language: of the mail to a person without an account; nil: English.
    /// - Returns: the mail whose code may be typed, whether or not it was sent.
    @discardableResult
    package func askToRegister(
        _ email: String, in language: Language? = nil, from origin: Origin
    ) async throws(AskForMailFailure) -> InvitationID {
        let isOpen: Bool
        do {
            isOpen = try await tenant.store.read { (tx) throws(DatabaseError) in try tx.settings().registration == .open
            }
        } catch { throw .store(error) }
        guard isOpen else { throw .registrationClosed }
        return try await ask(email, .registrationAsked, otherwise: .confirmation, in: language, from: origin)
    }

    /// Mails a link to a person who has forgotten their password.
    package func askForNewPassword(_ email: String, from origin: Origin) async throws(AskForMailFailure) {
        _ = try await ask(email, .passwordForgotten, otherwise: nil, in: nil, from: origin)
    }

    /// - Parameter kind: the mail for an address without an account; nil: none.
    private func ask(
        _ text: String, _ action: AuditAction, otherwise kind: NoticeKind?, in language: Language?,
        from origin: Origin
    ) async throws(AskForMailFailure) -> InvitationID {
        guard let email = MailAddress(typed: text)?.folded else {
            throw .invalid(Invalid("/email", "an address such as name@example.org"))
        }
        let now = tenant.now()
        let account: Account?
        do {
            account = try await tenant.store.read { (tx) throws(DatabaseError) in try tx.account(email: email) }
        } catch { throw .store(error) }
        // Always created, since creating it takes time.
        let secret: MailedSecret
        do {
            let invitation = Invitation(
                account == nil ? kind ?? .confirmation : .reset, to: email, account: account?.id, role: account?.role,
                at: now)
            secret = try MailedSecret(
                invitation, language: account?.details.language ?? language ?? .english, in: tenant.store,
                link: tenant.settings.link)
        } catch { throw .key(error) }
        let isSent = account.map { $0.state == .active } ?? (kind != nil)
        let spent: SpentBudget?
        do {
            spent = try await tenant.store.write { [tenant] (tx) throws(DatabaseError) in
                if let spent = try Tenancy.spend(.accountMail, from: origin.address, of: tenant, at: now, in: tx) {
                    return spent
                }
                // The same rows are written in each case, so that the timing does not reveal which one it was.
                if try MailedSecret.mayMail(email, at: now, in: tx), isSent {
                    try MailedSecret.send(secret, in: tx)
                } else {
                    try MailedSecret.sendToNobody(secret, in: tx)
                }
                try tx.record(origin.entry(action, account?.id, at: now))
                return nil
            }
        } catch { throw .store(error) }
        guard let spent else { return secret.invitation.id }
        tenant.spentBudgets.count(spent, of: tenant.name, at: now)
        throw .overBudget(spent)
    }
}
