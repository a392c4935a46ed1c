package import FairKitCore
package import FairKitStore

/// Has a mail tried at once that waits or was refused.
package struct RetryMail: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    package func callAsFunction(_ id: MailID, by caller: Caller) async throws(OutboxFailure) -> OutboxMail {
        guard caller.subject.may(.operateOutbox) else { throw .forbidden }
        let now = now()
        let entry = caller.entry(.outboxRetried, id, about: nil, at: now)
        let found: (mail: OutboxMail?, isTried: Bool)
        do {
            found = try await store.write { (tx) throws(DatabaseError) in
                let isTried = try tx.retryMail(id, at: now)
                if isTried { try tx.record(entry) }
                return (try tx.mail(id), isTried)
            }
        } catch { throw .store(error) }
        guard let mail = found.mail else { throw .notFound }
        guard found.isTried else { throw .ended(mail.state == .waiting ? .expired : mail.state) }
        return mail
    }
}
