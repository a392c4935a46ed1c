import Coordination
package import FairKitCore
package import FairKitStore
import ServiceLifecycle

/// Sends a message by which an operator sees whether mail arrives; it goes through the outbox as every other.
package struct TestMail: Sendable {
    private let store: Store
    /// Whether this process sends mail.
    package let isSending: Bool
    private let now: Now
    private let clock: any Clock<Duration>

    /// How long the mail server has to answer.
    private static let patience = Duration.seconds(20)

    package init(store: Store, isSending: Bool, now: @escaping Now, clock: any Clock<Duration>) {
        self.store = store
        self.isSending = isSending
        self.now = now
        self.clock = clock
    }

    /// - Returns: the mail once it was tried; as it was written, if nobody has tried it in time.
    package func callAsFunction(to text: String, by caller: Caller) async throws(OutboxFailure) -> OutboxMail {
        guard caller.subject.may(.operateOutbox) else { throw .forbidden }
        guard let address = MailAddress(text) else {
            throw .invalid(Invalid("/to", "an address such as name@example.org"))
        }
        let now = now()
        let mail = OutboxMail(.test, to: address, link: nil, at: now)
        let entry = caller.entry(.outboxTested, mail.id, about: nil, at: now)
        do {
            try await store.write { (tx) throws(DatabaseError) in
                try tx.insert(mail)
                try tx.record(entry)
            }
        } catch { throw .store(error) }
        guard isSending else { return mail }
        return await cancelWhenGracefulShutdown { await tried(mail) }
    }

    /// The mail after its first attempt, or after the patience is over.
    private func tried(_ mail: OutboxMail) async -> OutboxMail {
        let tried = await withDeadline(TestMail.patience, clock: clock) { [store] () -> OutboxMail? in
            while !Task.isCancelled {
                let seen = store.commits.count
                let found = try? await store.read { (tx) throws(DatabaseError) in try tx.mail(mail.id) }
                guard let found else { return nil }
                if found.attempts > 0 { return found }
                await store.commits.more(than: seen)
            }
            return nil
        }
        return (tried ?? nil) ?? mail
    }
}
