package import FairKitCore
import FairKitStore

/// Mails about accounts and records: which wait and why, and their text, for operators without a mail server. The audit log
/// records both.
package struct Outbox: Sendable {
    let tenant: Tenancy
}

/// A mail with its text.
package struct ShownMessage: Sendable {
    package let entry: OutboxEntry
    /// nil: it is over.
    package let mail: (recipient: MailAddress, text: NoticeText)?
}

extension Tenancy {
    package var outbox: Outbox { Outbox(tenant: self) }
}

/// Why a request about a mail was refused.
package enum OutboxFailure: Error {
    /// There is no such mail, or it was deleted.
    case messageUnknown
    /// The mail is over.
    case ended(NoticeSend.State)
    /// This server sends no mail.
    case noMailServer
}

extension Outbox {
    /// A page of mails, newest first.
    ///
    /// - Parameter all: also lists mails that are over.
    package func list(
        all: Bool, before cursor: NoticeSendID?, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> Page<OutboxEntry, NoticeSendID> {
        try await tenant.read(.operateOutbox, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Page<OutboxEntry, NoticeSendID>, Never> in
            grant.log(.outboxListed, nil, about: nil)
            return .success(try tx.outbox(all: all, before: cursor, limit: limit))
        }
    }

    /// One mail with its text.
    package func show(_ id: NoticeSendID, by caller: Caller) async throws(Refusal<OutboxFailure>) -> ShownMessage {
        try await tenant.read(.operateOutbox, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<ShownMessage, OutboxFailure> in
            guard let entry = try tx.outboxEntry(id) else { return .own(.messageUnknown) }
            grant.log(.outboxShown, id, about: nil)
            let (notice, sender) = (entry.notice, try tx.settings().displayName ?? DisplayName(of: tenant.name))
            let mail = notice.recipient.map { recipient in
                let text = NoticeText(
                    notice.kind, notice.facts, language: recipient.language, sender: sender, form: .wholeMail)
                return (recipient.address, text)
            }
            return .success(ShownMessage(entry: entry, mail: mail))
        }
    }

    /// Retries a mail at once that waits or was refused.
    package func retry(_ id: NoticeSendID, by caller: Caller) async throws(Refusal<OutboxFailure>) -> OutboxEntry {
        try await tenant.write(.operateOutbox, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<OutboxEntry, OutboxFailure> in
            let isTried = try tx.retrySend(id, at: grant.now)
            guard let entry = try tx.outboxEntry(id) else { return .own(.messageUnknown) }
            guard isTried else { return .own(.ended(entry.send.state == .waiting ? .failed : entry.send.state)) }
            grant.log(.outboxRetried, id, about: nil)
            return .success(entry)
        }
    }
}
