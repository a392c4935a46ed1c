package import FairKitCore
import FairKitStore

/// Mail that was written: which waits and why, and, for operators without a mail server, what it says. Both are on record.
package struct Outbox: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var outbox: Outbox { Outbox(tenant: self) }
}

/// Why something about a mail was refused.
package enum OutboxFailure: Error {
    /// There is no such mail, or it is forgotten by now.
    case mailUnknown
    /// It was sent, or its time is over.
    case ended(OutboxMail.State)
    /// This process sends none.
    case noMailServer
}

extension Outbox {
    /// A page of mails, the newest first.
    /// - Parameter all: also those that were sent or given up.
    package func list(
        all: Bool, before cursor: MailID?, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> Page<OutboxMail, MailID> {
        try await tenant.read(.operateOutbox, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Page<OutboxMail, MailID>, Never> in
            grant.note(.outboxListed, nil, about: nil)
            return .success(try tx.mails(all: all, before: cursor, limit: limit))
        }
    }

    /// One mail with what it says.
    package func show(_ id: MailID, by caller: Caller) async throws(Refusal<OutboxFailure>) -> OutboxMail {
        try await tenant.read(.operateOutbox, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<OutboxMail, OutboxFailure> in
            guard let mail = try tx.mail(id) else { return .own(.mailUnknown) }
            grant.note(.outboxShown, id, about: nil)
            return .success(mail)
        }
    }

    /// Has a mail tried at once that waits or was refused.
    package func retry(_ id: MailID, by caller: Caller) async throws(Refusal<OutboxFailure>) -> OutboxMail {
        try await tenant.write(.operateOutbox, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<OutboxMail, OutboxFailure> in
            let isTried = try tx.retryMail(id, at: grant.now)
            guard let mail = try tx.mail(id) else { return .own(.mailUnknown) }
            guard isTried else { return .own(.ended(mail.state == .waiting ? .expired : mail.state)) }
            grant.note(.outboxRetried, id, about: nil)
            return .success(mail)
        }
    }
}
