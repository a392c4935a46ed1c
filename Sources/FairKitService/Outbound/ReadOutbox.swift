package import FairKitCore
package import FairKitStore

/// Shows mail that was written: which waits and why, and, for operators without a mail server, what it says. Both are on record.
package struct ReadOutbox: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    /// A page of mails, the newest first.
    /// - Parameter all: also those that were sent or given up.
    package func callAsFunction(
        all: Bool, before cursor: MailID?, limit: Int, by caller: Caller
    ) async throws(OutboxFailure) -> Page<OutboxMail, MailID> {
        guard caller.subject.may(.operateOutbox) else { throw .forbidden }
        let entry = caller.entry(.outboxListed, nil, about: nil, at: now())
        do {
            let page = try await store.read { (tx) throws(DatabaseError) in
                try tx.mails(all: all, before: cursor, limit: limit)
            }
            try await store.write { (tx) throws(DatabaseError) in try tx.record(entry) }
            return page
        } catch { throw .store(error) }
    }

    /// One mail with what it says.
    package func callAsFunction(_ id: MailID, by caller: Caller) async throws(OutboxFailure) -> OutboxMail {
        guard caller.subject.may(.operateOutbox) else { throw .forbidden }
        let entry = caller.entry(.outboxShown, id, about: nil, at: now())
        do {
            let mail = try await store.read { (tx) throws(DatabaseError) in try tx.mail(id) }
            if let mail {
                try await store.write { (tx) throws(DatabaseError) in try tx.record(entry) }
                return mail
            }
        } catch { throw .store(error) }
        throw .notFound
    }
}
