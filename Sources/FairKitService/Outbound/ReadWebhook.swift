package import FairKitCore
package import FairKitStore

/// Shows where a group's deliveries are sent.
package struct ReadWebhook: Sendable {
    private let store: Store

    package init(store: Store) {
        self.store = store
    }

    package func callAsFunction(of name: String, by caller: Caller) async throws(WebhookFailure) -> Webhook {
        guard caller.subject.may(.operateQueue) else { throw .forbidden }
        let found: Result<Webhook, WebhookFailure>
        do {
            found = try await store.read { (tx) throws(DatabaseError) in
                guard let group = try tx.consumerGroup(named: name) else { return .failure(.groupUnknown) }
                return try tx.webhook(of: group).map { .success($0) } ?? .failure(.notFound)
            }
        } catch { throw .store(error) }
        return try found.get()
    }
}
