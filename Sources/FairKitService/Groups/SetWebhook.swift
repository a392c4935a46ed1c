package import FairKitCore
package import FairKitStore
import KeyRing

/// Sets where a group's deliveries are sent. It takes effect at once; what is being sent elsewhere is taken back.
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

    /// What is wanted.
    package struct Request: Sendable {
        package let url: String
        /// nil: ids only, unless the messages of the webhook before hold health data. Then it has to be said.
        package let sendsPayload: Bool?
        package let rotatesSecret: Bool

        package init(url: String, sendsPayload: Bool?, rotatesSecret: Bool) {
            self.url = url
            self.sendsPayload = sendsPayload
            self.rotatesSecret = rotatesSecret
        }
    }

    /// What is set now.
    package struct Outcome: Sendable {
        package let webhook: Webhook
        /// The group had none before.
        package let isNew: Bool
        /// The secret was made just now: it is shown this once.
        package let hasNewSecret: Bool
    }

    package func callAsFunction(
        _ request: Request, of name: String, by caller: Caller
    ) async throws(WebhookFailure) -> Outcome {
        guard caller.subject.may(.operateQueue) else { throw .forbidden }
        // An administrator reads no results, and would get them so. Whoever works on the machine has the files anyway.
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
        changes.tell()
        return set
    }
}
