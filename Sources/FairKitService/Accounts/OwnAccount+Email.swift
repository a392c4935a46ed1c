package import FairKitCore
import FairKitStore
import KeyRing

/// Changes the sign-in address: requested with the password, confirmed by the code or the link of a mail to the new address,
/// reported to the old one. See decisions 0023 and 0161.
extension OwnAccount {
    /// Mails a code and a link to the new address. If another account has this address, no mail is written, and the caller is not
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

    /// Makes the new address the account's sign-in address, by the code of the mail.
    ///
    /// - Returns: false: the code is wrong, was tried too often, or has expired.
    package func confirmAnotherAddress(
        by code: ContactCode, by caller: Caller
    ) async throws(Refusal<OwnAccountFailure>) -> Bool {
        let (id, _) = try person(caller)
        let (store, origin) = (
            tenant.store, Origin(address: caller.address, client: nil, requestID: caller.requestID)
        )
        return try await tenant.write(nil, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Bool, OwnAccountFailure> in
            var isDone = false
            if let asked = try tx.emailChange(of: id, at: grant.now), let account = try tx.account(id) {
                let (digest, pair): ([UInt8], SignInPair)
                do throws(KeyError) {
                    digest = try store.digest(of: code, for: asked.id)
                    pair = try store.signInPair(asked.email, from: origin)
                } catch { return .own(.signIn(.key(error))) }
                if try tx.tryCode(of: asked.id, digest: digest, at: grant.now) == true {
                    isDone = try SignIns.takeAddress(of: asked, for: account, pair, at: grant.now, in: tx)
                }
            }
            if isDone {
                grant.log(.emailChanged, id, about: nil)
            } else {
                grant.log(grant.caller.entry(.emailChanged, id, about: nil, outcome: .failed, at: grant.now))
            }
            return .success(isDone)
        }
    }

    /// Mails the address that an account has, or had until now.
    static func notify(_ kind: NoticeKind, _ account: Account, at now: Timestamp, in tx: borrowing WriteTransaction)
        throws(DatabaseError)
    {
        try tx.insertMail(Notice(kind, to: MailRecipient(account), lines: "at  \(now)", at: now))
    }
}
