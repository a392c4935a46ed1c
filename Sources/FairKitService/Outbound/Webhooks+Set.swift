package import FairKitCore
import FairKitStore
import KeyRing

/// The settings of a webhook.
package struct WebhookSettings: Sendable {
    package let url: String
    /// nil: ids only. Required if the present webhook sends health data.
    package let sendsPayload: Bool?
    package let rotatesSecret: Bool

    package init(url: String, sendsPayload: Bool?, rotatesSecret: Bool) {
        self.url = url
        self.sendsPayload = sendsPayload
        self.rotatesSecret = rotatesSecret
    }
}

/// The result of setting a webhook.
package struct SetWebhook: Sendable {
    package let webhook: Webhook
    /// Whether the group had no webhook before.
    package let isNew: Bool
    /// Whether the secret is new; only this response shows it.
    package let hasNewSecret: Bool
}

extension Webhooks {
    /// Sets the webhook to which the server pushes a group's deliveries. It takes effect at once; requests to the old
    /// one are cancelled.
    package func set(
        _ settings: WebhookSettings, of name: String, found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<WebhookFailure>) -> SetWebhook {
        try await tenant.permit(.decideAlerts, to: caller, for: WebhookFailure.self)
        // Administrators must not read results, and could get them this way. A user of the machine has the files
        // anyway.
        guard settings.sendsPayload != true || caller.subject.actor == .machine else { throw .own(.payloadForbidden) }
        var faults = faults
        let url = faults.read(or: nil) { () throws(Invalid) -> WebhookURL? in
            try WebhookURL(settings.url, allowsPrivate: tenant.settings.allowsPrivateWebhooks)
        }
        guard let url, faults.isEmpty else { throw .invalid(Invalid(faults.fields)) }
        let fresh: [UInt8]
        do { fresh = try randomBytes(Webhook.secretLength) } catch { throw .own(.key(error)) }
        let set = try await tenant.write(.decideAlerts, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<SetWebhook, WebhookFailure> in
            guard let group = try tx.consumerGroup(named: name) else { return .own(.groupUnknown) }
            let before = try tx.webhook(of: group)
            if before?.sendsPayload == true, settings.sendsPayload == nil { return .own(.payloadForbidden) }
            let kept = settings.rotatesSecret ? nil : before?.secret
            let webhook = Webhook(
                url: url, secret: kept ?? fresh, sendsPayload: settings.sendsPayload ?? false,
                createdAt: before?.createdAt ?? grant.now)
            try tx.setWebhook(webhook, of: group)
            try Grant.logAlerting(
                .webhookSet, name, "webhook of consumer group \(name)", from: before?.line,
                to: webhook.line(after: before), &grant, in: tx)
            return .success(SetWebhook(webhook: webhook, isNew: before == nil, hasNewSecret: kept == nil))
        }
        tenant.webhookChanges.notify()
        return set
    }
}
