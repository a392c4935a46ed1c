package import FairKitCore
package import FairKitStore
package import KeyRing

/// Why no mail was written.
package enum AskForMailFailure: Error {
    case invalid(Invalid)
    /// Patients are invited here.
    case registrationClosed
    case key(KeyError)
    case store(DatabaseError)
}

/// Whoever asks for a mail is told nothing, and what is written takes as long, whether there is such an account or not: only who reads the
/// mail finds out. See the decision `0023-accounts-and-sessions`.
extension SignIns {
    /// Writes a mail to a patient who wants an account. Who has one gets a link for a new password instead.
    package func askToRegister(_ email: String, from origin: Origin) async throws(AskForMailFailure) {
        let isOpen: Bool
        do {
            isOpen = try await tenant.store.read { (tx) throws(DatabaseError) in try tx.settings().registration == .open
            }
        } catch { throw .store(error) }
        guard isOpen else { throw .registrationClosed }
        try await ask(email, .registrationAsked, otherwise: .confirmation, from: origin)
    }

    /// Writes a mail to somebody who has an account, and has forgotten their password.
    package func askForNewPassword(_ email: String, from origin: Origin) async throws(AskForMailFailure) {
        try await ask(email, .passwordForgotten, otherwise: nil, from: origin)
    }

    /// - Parameter kind: what is sent to somebody who has no account; nil: nothing.
    private func ask(
        _ text: String, _ action: AuditAction, otherwise kind: MailKind?, from origin: Origin
    ) async throws(AskForMailFailure) {
        guard let email = MailAddress(text)?.folded else {
            throw .invalid(Invalid("/email", "an address such as name@example.org"))
        }
        let now = tenant.now()
        let account: Account?
        do {
            account = try await tenant.store.read { (tx) throws(DatabaseError) in try tx.account(email: email) }
        } catch { throw .store(error) }
        // Made in any case, since making it takes time.
        let secret: MailedSecret
        do {
            let invitation = Invitation(
                account == nil ? kind ?? .confirmation : .reset, to: email, account: account?.id, role: account?.role,
                at: now)
            secret = try MailedSecret(invitation, in: tenant.store, link: tenant.settings.link)
        } catch { throw .key(error) }
        let isSent = account.map { $0.state == .active } ?? (kind != nil)
        do {
            try await tenant.store.write { (tx) throws(DatabaseError) in
                // What is written is the same in each case, so that no time tells which it was.
                if try tx.mayMail(email, at: now), isSent {
                    try tx.send(secret)
                } else {
                    try tx.sendToNobody(secret)
                }
                try tx.record(origin.entry(action, account?.id, at: now))
            }
        } catch { throw .store(error) }
    }
}
