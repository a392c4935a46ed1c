package import FairKitCore
package import FairKitStore

/// Ends that a group's deliveries are sent: they wait for consumers again. It takes effect at once.
package struct RemoveWebhook: Sendable {
    private let store: Store
    private let changes: WebhookChanges
    private let now: Now

    package init(store: Store, changes: WebhookChanges, now: @escaping Now) {
        self.store = store
        self.changes = changes
        self.now = now
    }

    package func callAsFunction(of name: String, by caller: Caller) async throws(WebhookFailure) {
        guard caller.subject.may(.operateQueue) else { throw .forbidden }
        let now = now()
        let removed: Result<Void, WebhookFailure>
        do {
            removed = try await store.write { (tx) throws(DatabaseError) in
                guard let group = try tx.consumerGroup(named: name) else { return .failure(.groupUnknown) }
                guard try tx.removeWebhook(of: group) else { return .failure(.notFound) }
                try tx.record(caller.entry(.webhookRemoved, name, about: nil, at: now))
                return .success(())
            }
        } catch { throw .store(error) }
        try removed.get()
        changes.notify()
    }
}
