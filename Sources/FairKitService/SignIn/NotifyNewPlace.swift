import FairKitCore
import FairKitStore

extension SignIns {
    /// Notifies a person that their account was used from an address from which they have not signed in before.
    /// Choosing a password makes its address known, so a first sign-in is told only if it comes from elsewhere.
    static func notifyNewPlace(
        _ pair: SignInPair, of account: Account, from origin: Origin, at now: Timestamp,
        in tx: borrowing WriteTransaction
    )
        throws(DatabaseError)
    {
        guard try !tx.isKnownPlace(pair) else { return }
        var facts = NoticeFacts()
        facts.place = origin.address
        try Notices.notify(Notice(to: .account(account.id), .newPlaceSignIn, facts, at: now), in: tx)
    }
}
