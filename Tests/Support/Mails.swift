package import FairKitCore
import FairKitStore
package import Relational

extension Connection {
    /// The mails about accounts and records, the newest first.
    package func mails() throws(DatabaseError) -> [OutboxEntry] {
        try outbox(all: true, before: nil, limit: 1000).items
    }
}

extension OutboxEntry {
    /// The address of a mail; nil once it is deleted.
    package var recipient: String? { notice.recipient?.address.description }

    /// Its subject and body; nil once they are deleted.
    package var text: NoticeText? {
        notice.recipient.map {
            NoticeText(
                notice.kind, notice.facts, language: $0.language, sender: DisplayName(of: .standard), form: .wholeMail)
        }
    }
}
