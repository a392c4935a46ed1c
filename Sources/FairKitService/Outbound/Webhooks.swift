package import FairKitCore
import FairKitStore
package import KeyRing

/// The webhooks of consumer groups.
package struct Webhooks: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var webhooks: Webhooks { Webhooks(tenant: self) }
}

/// Why a webhook was not shown, set or removed. The webhook of a group that has none is `notFound`.
package enum WebhookFailure: Error {
    /// Messages would hold health data that the caller must not read.
    case payloadForbidden
    case groupUnknown
    case key(KeyError)
}

extension Webhooks {
    /// Shows the webhook of a group.
    package func show(of name: String, by caller: Caller) async throws(Refusal<WebhookFailure>) -> Webhook {
        try await tenant.read(.operateQueue, as: caller) {
            (tx, _) throws(DatabaseError) -> Outcome<Webhook, WebhookFailure> in
            guard let group = try tx.consumerGroup(named: name) else { return .own(.groupUnknown) }
            return try tx.webhook(of: group).map { .success($0) } ?? .failure(.notFound)
        }
    }

    /// Removes a group's webhook: its deliveries wait for consumers again. It takes effect at once.
    package func remove(of name: String, by caller: Caller) async throws(Refusal<WebhookFailure>) {
        try await tenant.write(.decideAlerts, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, WebhookFailure> in
            guard let group = try tx.consumerGroup(named: name) else { return .own(.groupUnknown) }
            guard let before = try tx.webhook(of: group), try tx.removeWebhook(of: group) else {
                return .failure(.notFound)
            }
            try Grant.logAlerting(
                .webhookRemoved, name, "webhook of consumer group \(name)", from: before.line, to: nil, &grant, in: tx)
            return .success(())
        }
        tenant.webhookChanges.notify()
    }

    /// A page of delivery attempts. They hold only ids, so the audit log does not record it.
    ///
    /// - Parameters:
    ///   - name: only this group's; nil: those of all groups.
    ///   - number: the last attempt of the previous page.
    package func attempts(
        of name: String?, before number: Int64?, limit: Int, by caller: Caller
    ) async throws(Refusal<GroupUnknown>) -> Page<GroupAttempt, Int64> {
        try await tenant.read(.operateQueue, as: caller) {
            (tx, _) throws(DatabaseError) -> Outcome<Page<GroupAttempt, Int64>, GroupUnknown> in
            var group: ConsumerGroup?
            if let name {
                group = try tx.consumerGroup(named: name)
                if group == nil { return .own(GroupUnknown()) }
            }
            return .success(try tx.deliveryAttempts(of: group, before: number, limit: limit))
        }
    }
}
