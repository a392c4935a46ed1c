import Coordination
package import FairKitCore
import FairKitStore
import ServiceLifecycle

extension Outbox {
    /// How long to wait for the mail server.
    private static let timeout = Duration.seconds(20)

    /// Sends a test message through the outbox, so that an operator sees whether mail arrives.
    ///
    /// - Returns: the mail after its first attempt, or as queued if there was none in time.
    package func test(to text: String, by caller: Caller) async throws(Refusal<OutboxFailure>) -> OutboxEntry {
        try await tenant.permit(.operateOutbox, to: caller, for: OutboxFailure.self)
        guard let address = MailAddress(typed: text) else {
            throw .invalid(Invalid("/to", "an address such as name@example.org"))
        }
        // Otherwise it would be sent weeks later, when the operator has forgotten it.
        guard tenant.settings.sendsMail else { throw .own(.noMailServer) }
        let mail = try await tenant.write(.operateOutbox, as: caller) {
            [tenant] (tx, grant) throws(DatabaseError) -> Outcome<OutboxEntry, OutboxFailure> in
            if let spent = try Tenancy.spend(.code, by: grant, of: tenant, in: tx) {
                return .failure(.overBudget(spent))
            }
            let language = try tx.account(email: address.folded)?.details.language ?? .english
            let mail = Notice(.test, to: MailRecipient(address, in: language), at: grant.now)
            let send = NoticeSend(of: mail, over: NoticeWay(.email, nil))
            try tx.insertMail(mail, as: send)
            grant.log(.outboxTested, send.id, about: nil)
            return .success(OutboxEntry(notice: mail, send: send))
        }
        let seen = await cancelWhenGracefulShutdown { await tried(mail) }
        do { return try seen.get() } catch { throw .store(error) }
    }

    /// The mail after its first attempt, or at the time limit.
    private func tried(_ mail: OutboxEntry) async -> Result<OutboxEntry, DatabaseError> {
        let tried = await withDeadline(Outbox.timeout, clock: tenant.clock) {
            [store = tenant.store] () async -> Result<OutboxEntry, DatabaseError> in
            while !Task.isCancelled {
                let seen = store.commits.count
                do throws(DatabaseError) {
                    let found = try await store.read { (tx) throws(DatabaseError) in try tx.outboxEntry(mail.send.id) }
                    guard let found else { break }
                    if found.send.attempts > 0 { return .success(found) }
                } catch { return .failure(error) }
                await store.commits.more(than: seen)
            }
            return .success(mail)
        }
        return tried ?? .success(mail)
    }
}
