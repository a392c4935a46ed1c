package import FairKitCore
import FairKitStore

/// The mail queue: which mails wait and why, and their text, for operators without a mail server. The audit log records
/// both.
package struct Outbox: Sendable {
    let tenant: Tenancy
}

/// A mail, and the name of the tenant that writes it.
package struct ShownMail: Sendable {
    package let mail: OutboxMail
    package let sender: DisplayName
}

extension Tenancy {
    package var outbox: Outbox { Outbox(tenant: self) }
}

/// Why a request about a mail was refused.
package enum OutboxFailure: Error {
    /// There is no such mail, or it was deleted.
    case mailUnknown
    /// The mail was sent, or has expired.
    case ended(OutboxMail.State)
    /// This server sends no mail.
    case noMailServer
}

extension Outbox {
    /// A page of mails, newest first.
    ///
    /// - Parameter all: also lists mails that were sent or given up.
    package func list(
        all: Bool, before cursor: MailID?, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> Page<OutboxMail, MailID> {
        try await tenant.read(.operateOutbox, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Page<OutboxMail, MailID>, Never> in
            grant.log(.outboxListed, nil, about: nil)
            return .success(try tx.mails(all: all, before: cursor, limit: limit))
        }
    }

    /// One mail with its text.
    package func show(_ id: MailID, by caller: Caller) async throws(Refusal<OutboxFailure>) -> ShownMail {
        try await tenant.read(.operateOutbox, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<ShownMail, OutboxFailure> in
            guard let mail = try tx.mail(id) else { return .own(.mailUnknown) }
            grant.log(.outboxShown, id, about: nil)
            let sender = try tx.settings().displayName ?? DisplayName(of: tenant.name)
            return .success(ShownMail(mail: mail, sender: sender))
        }
    }

    /// Retries a mail at once that waits or was refused.
    package func retry(_ id: MailID, by caller: Caller) async throws(Refusal<OutboxFailure>) -> OutboxMail {
        try await tenant.write(.operateOutbox, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<OutboxMail, OutboxFailure> in
            let isTried = try tx.retryMail(id, at: grant.now)
            guard let mail = try tx.mail(id) else { return .own(.mailUnknown) }
            guard isTried else { return .own(.ended(mail.state == .waiting ? .expired : mail.state)) }
            grant.log(.outboxRetried, id, about: nil)
            return .success(mail)
        }
    }
}
