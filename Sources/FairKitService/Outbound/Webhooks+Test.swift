import Coordination
package import FairKitCore
import FairKitStore
import Synchronization

/// Sends tests to webhooks. `PushDeliveries`, which has the connections, serves it while it runs.
package final class WebhookProbe: Sendable {
    package typealias Answer = (outcome: AttemptOutcome, status: Int?)
    package typealias Send = @Sendable (_ webhook: Webhook, _ group: String, _ id: String) async -> Answer

    private let sender = Mutex<Send?>(nil)

    package init() {}

    /// - Parameter send: nil: the server is stopping.
    package func serve(_ send: Send?) { sender.withLock { $0 = send } }

    fileprivate func send(to webhook: Webhook, of group: String, id: String) async -> Answer {
        guard let send = sender.withLock({ $0 }) else { return (.stopped, nil) }
        return await send(webhook, group, id)
    }
}

extension Webhooks {
    /// Sends a test without health data to a group's webhook, once, as deliveries are sent: see decision 0173.
    ///
    /// - Returns: the attempt, which stands among those of the group.
    package func test(_ name: String, by caller: Caller) async throws(Refusal<WebhookFailure>) -> GroupAttempt {
        let webhook = try await tenant.write(.operateQueue, as: caller) {
            [tenant] (tx, grant) throws(DatabaseError) -> Outcome<Webhook, WebhookFailure> in
            guard let group = try tx.consumerGroup(named: name) else { return .own(.groupUnknown) }
            guard let webhook = try tx.webhook(of: group) else { return .failure(.notFound) }
            if let spent = try Tenancy.spend(.webhookTest, by: grant, to: webhook.url.host, of: tenant, in: tx) {
                return .failure(.overBudget(spent))
            }
            grant.log(.webhookTested, name, about: nil)
            return .success(webhook)
        }
        let (began, stopwatch) = (tenant.now(), Stopwatch(tenant.clock))
        let answer = await tenant.webhookProbe.send(to: webhook, of: name, id: "test-\(NoticeID.new(at: began))")
        let (seconds, attoseconds) = stopwatch.elapsed.components
        let attempt = DeliveryAttempt(
            testAt: began, outcome: answer.outcome, httpStatus: answer.status,
            milliseconds: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
        return try await tenant.write(.operateQueue, as: caller) {
            (tx, _) throws(DatabaseError) -> Outcome<GroupAttempt, WebhookFailure> in
            // Removed in the meantime.
            guard let group = try tx.consumerGroup(named: name) else { return .own(.groupUnknown) }
            try tx.recordAttempt(attempt, of: group)
            return .success(GroupAttempt(attempt, of: name))
        }
    }
}
