import FairKitCore
import FairKitStore

extension Notices {
    /// How mails name an actor: an account by its name, and an API key by the key's.
    static func nameInMails<Access>(of actor: ActorID, in tx: borrowing Connection<Access>) throws(DatabaseError)
        -> String
    {
        if actor == .machine { return "the server's machine" }
        if let account = try tx.account(AccountID(uuid: actor.uuid)) { return account.nameInMails }
        return try tx.key(KeyID(uuid: actor.uuid))?.name ?? "-"
    }
}
