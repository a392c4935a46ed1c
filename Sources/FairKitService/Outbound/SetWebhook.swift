package import FairKitCore
package import FairKitStore
import KeyRing

/// Sets the webhook to which the server pushes a group's deliveries. It takes effect at once; requests to the old one are cancelled.
package struct SetWebhook: Sendable {
    private let store: Store
    private let changes: WebhookChanges
    private let allowsPrivate: Bool
    private let now: Now

    package init(store: Store, changes: WebhookChanges, allowsPrivate: Bool, now: @escaping Now) {
        self.store = store
        self.changes = changes
        self.allowsPrivate = allowsPrivate
        self.now = now
    }

    /// The settings of the webhook.
    package struct Request: Sendable {
        package let url: String
        /// nil: ids only. It is required if the old webhook has health data in its messages.
        package let sendsPayload: Bool?
        package let rotatesSecret: Bool

        package init(url: String, sendsPayload: Bool?, rotatesSecret: Bool) {
            self.url = url
            self.sendsPayload = sendsPayload
            self.rotatesSecret = rotatesSecret
        }
    }

    /// The webhook as it is now.
    package struct Outcome: Sendable {
        package let webhook: Webhook
        /// Whether the group had none before.
        package let isNew: Bool
        /// Whether the secret is new: this answer alone shows it.
        package let hasNewSecret: Bool
    }

    package func callAsFunction(
        _ request: Request, of name: String, by caller: Caller
    ) async throws(WebhookFailure) -> Outcome {
        guard caller.subject.may(.operateQueue) else { throw .forbidden }
        // Administrators have no right to read results, and would get them this way. A user of the machine has the files anyway.
        guard request.sendsPayload != true || caller.subject.actor == .machine else { throw .payloadForbidden }
        let url: WebhookURL
        do { url = try WebhookURL(request.url, allowsPrivate: allowsPrivate) } catch { throw .invalid(error) }
        let fresh: [UInt8]
        do { fresh = try randomBytes(Webhook.secretLength) } catch { throw .key(error) }
        let now = now()
        let outcome: Result<Outcome, WebhookFailure>
        do {
            outcome = try await store.write { (tx) throws(DatabaseError) in
                guard let group = try tx.consumerGroup(named: name) else { return .failure(.groupUnknown) }
                let before = try tx.webhook(of: group)
                if before?.sendsPayload == true, request.sendsPayload == nil { return .failure(.payloadForbidden) }
                let kept = request.rotatesSecret ? nil : before?.secret
                let webhook = Webhook(
                    url: url, secret: kept ?? fresh, sendsPayload: request.sendsPayload ?? false,
                    createdAt: before?.createdAt ?? now)
                try tx.set(webhook, of: group)
                try tx.record(caller.entry(.webhookSet, name, about: nil, at: now))
                return .success(Outcome(webhook: webhook, isNew: before == nil, hasNewSecret: kept == nil))
            }
        } catch { throw .store(error) }
        let set = try outcome.get()
        changes.notify()
        return set
    }
}
