package import FairKitCore
import FairKitStore
import KeyRing

/// Changes the sign-in address: requested with the password, confirmed by mail to the new address, reported to the old
/// one. See decision 0023.
extension OwnAccount {
    /// Mails a link to the new address. If another account has this address, no mail is written, and the caller is not
    /// told.
    package func askForAnotherAddress(
        _ text: String, password: String, code: SecondFactorCode?, found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<OwnAccountFailure>) {
        _ = try person(caller)
        var faults = faults
        let email = MailAddress(typed: text)?.folded
        faults.require(email != nil, "/email", "an address such as name@example.org")
        guard let email, faults.isEmpty else { throw .invalid(Invalid(faults.fields)) }
        let confirmed = try await confirm(password: password, code: code, by: caller)
        let account = confirmed.account
        guard email != account.email else {
            throw .invalid(Invalid("/email", "a new address, other than the account's current one"))
        }
        let secret: MailedSecret
        do {
            let invitation = Invitation(
                .emailChange, to: email, account: account.id, role: account.role, at: tenant.now())
            secret = try MailedSecret(
                invitation, language: account.details.language, in: tenant.store, link: tenant.settings.link)
        } catch { throw .own(.signIn(.key(error))) }
        let spent = try await change(confirmed, by: caller) {
            [tenant] (tx, grant) throws(DatabaseError) -> SpentBudget? in
            if let spent = try Tenancy.spend(.accountMail, by: grant, of: tenant, in: tx) { return spent }
            try tx.removeEmailChanges(of: account.id)
            if try tx.account(email: email) == nil, try MailedSecret.mayMail(email, at: grant.now, in: tx) {
                try MailedSecret.send(secret, in: tx)
            } else {
                try MailedSecret.sendToNobody(secret, in: tx)
            }
            try OwnAccount.notify(.emailChangeAsked, account, at: grant.now, in: tx)
            grant.log(.emailChangeAsked, account.id, about: nil)
            return nil
        }
        guard let spent else { return }
        tenant.spentBudgets.count(spent, of: tenant.name, at: tenant.now())
        throw .overBudget(spent)
    }

    /// Mails the address that an account has, or had until now.
    static func notify(_ kind: NoticeKind, _ account: Account, at now: Timestamp, in tx: borrowing WriteTransaction)
        throws(DatabaseError)
    {
        try tx.insertMail(Notice(kind, to: MailRecipient(account), lines: "at  \(now)", at: now))
    }
}
