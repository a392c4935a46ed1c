package import FairKitCore
import FairKitStore
import KeyRing

extension SignIns {
    /// Makes the address to which a link was mailed the account's sign-in address. Sessions continue.
    package func confirmAnotherAddress(
        _ text: String, from origin: Origin
    ) async throws(ChoosePasswordFailure) {
        let (digest, invitation) = try await find(text)
        guard invitation.kind == .emailChange, let id = invitation.account else { throw .otherKind }
        let now = tenant.now()
        let pair: SignInPair
        do { pair = try tenant.store.signInPair(invitation.email, from: origin) } catch { throw .key(error) }
        let isDone: Bool
        do {
            isDone = try await tenant.store.write { (tx) throws(DatabaseError) in
                guard try tx.invitation(digest: digest, at: now)?.id == invitation.id,
                    let account = try tx.account(id), account.state == .active,
                    try SignIns.takeAddress(of: invitation, for: account, pair, at: now, in: tx)
                else { return false }
                try tx.record(origin.entry(.emailChanged, id, by: (account, nil), at: now))
                return true
            }
        } catch { throw .store(error) }
        guard isDone else { throw .unknown }
    }

    /// - Parameter pair: the new address, and the client address that is known to it from now on.
    /// - Returns: false: another account has the address.
    static func takeAddress(
        of invitation: Invitation, for account: Account, _ pair: SignInPair, at now: Timestamp,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Bool {
        guard try tx.account(email: invitation.email) == nil else { return false }
        try tx.setEmail(invitation.email, of: account.id)
        let following = NoticeKind.following(account.role.name)
        if !following.isEmpty {
            try tx.redirectMails(following, from: account.email.folded, to: invitation.email)
        }
        try tx.removeInvitations(to: account.email)
        try tx.removeInvitations(to: invitation.email)
        // Known client addresses are stored with the sign-in address.
        try tx.forgetPlaces(of: account.id)
        try tx.rememberPlace(pair, of: account.id, at: now)
        try OwnAccount.notify(.emailChanged, account, at: now, in: tx)
        return true
    }
}
