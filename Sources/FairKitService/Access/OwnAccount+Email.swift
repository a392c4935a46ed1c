package import FairKitCore
import FairKitStore
import KeyRing

/// Another address to sign in with: asked for with the password, confirmed by whoever reads mail at the new address, told at the old one. See the
/// decision `0077-another-address`.
extension OwnAccount {
    /// Mails a link to the new address. Whether somebody else has an account with it is not told: then no mail is written.
    /// - Parameter faults: what was found while the request was read; it is refused with what else is wrong.
    package func askForAnotherAddress(
        _ text: String, password: String, code: SecondFactorCode?, found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<OwnAccountFailure>) {
        _ = try person(caller)
        var faults = faults
        let email = MailAddress(text)?.folded
        faults.demand(email != nil, "/email", "an address such as name@example.org")
        guard let email, faults.isEmpty else { throw .invalid(Invalid(faults.fields)) }
        let confirmed = try await confirm(password: password, code: code, by: caller)
        let account = confirmed.account
        guard email != account.email else { throw .invalid(Invalid("/email", "another one than the account has")) }
        let secret: MailedSecret
        do {
            let invitation = Invitation(
                .emailChange, to: email, account: account.id, role: account.role, at: tenant.now())
            secret = try MailedSecret(invitation, in: tenant.store, link: tenant.settings.link)
        } catch { throw .own(.signIn(.key(error))) }
        try await change(confirmed, by: caller) { (tx, grant) throws(DatabaseError) in
            try tx.removeEmailChanges(of: account.id)
            if try tx.account(email: email) == nil, try tx.mayMail(email, at: grant.now) {
                try tx.send(secret)
            } else {
                try tx.sendToNobody(secret)
            }
            try tx.tell(.emailChangeAsked, account, at: grant.now)
            grant.note(.emailChangeAsked, account.id, about: nil)
        }
    }
}

extension WriteTransaction {
    /// Writes to the address that an account has, or had until now.
    func tell(_ kind: MailKind, _ account: Account, at now: Timestamp) throws(DatabaseError) {
        let facts = """
            account     \(account.id)
            at          \(now)
            """
        try insert(OutboxMail(kind, to: account.email, link: nil, facts: facts, at: now))
    }
}
