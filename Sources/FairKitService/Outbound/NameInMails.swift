import FairKitCore
import FairKitStore

extension Transaction {
    /// How mails name an actor: an account by its name, and an API key by the key's.
    func nameInMails(of actor: ActorID) throws(DatabaseError) -> String {
        if actor == .machine { return "the server's machine" }
        if let account = try account(AccountID(uuid: actor.uuid)) { return account.nameInMails }
        return try key(KeyID(uuid: actor.uuid))?.name ?? "-"
    }
}
