import FairKitAPI
package import FairKitCore
import FoundationEssentials

/// The body of a request to a webhook: ids only, unless the webhook has `sendsPayload`.
package struct WebhookMessage: Encodable, Sendable {
    let type: String
    let idempotencyKey: String
    let deliveryId: String
    let alertId: String
    /// The alert's state when this attempt was made.
    let state: String
    let resultId: String
    let band: Int
    let deliveryAttempts: Int
    let replay: Bool
    /// The level has to be verified before a clinician acts on it.
    let needsVerification: Bool
    let raisedAt: String
    let timestamp: String
    let patientId: String?
    let payload: AlertPayload?

    /// - Parameter withPayload: adds the patient's id and a claim's payload.
    package init(_ delivery: Delivery, withPayload: Bool, at now: Timestamp) {
        let alert = delivery.alert
        type =
            switch (alert.rule, alert.state) {
            case (_, .retracted): "alert.retracted"
            case (.corrected, _): "alert.corrected"
            case (.criticalHigh, _), (.severeLow, _), (.implausibleJump, _), (.genotypeMismatch, _): "alert.raised"
            }
        idempotencyKey = delivery.idempotencyKey
        deliveryId = "\(delivery.number)"
        alertId = "\(alert.id)"
        state = alert.state.rawValue
        resultId = "\(alert.resultID)"
        band = alert.band.rawValue
        deliveryAttempts = delivery.attempts
        replay = delivery.isReplay
        needsVerification = alert.isUnverified
        raisedAt = "\(alert.raisedAt)"
        timestamp = "\(now)"
        patientId = withPayload ? alert.profileID?.description : nil
        payload = withPayload ? AlertPayload(alert, isReplay: delivery.isReplay) : nil
    }
}

/// The body of a test of a webhook.
struct WebhookTestMessage: Encodable {
    let type = "webhook.test"
    let idempotencyKey: String
    let group: String
    let timestamp: String

    init(id: String, group: String, at now: Timestamp) {
        (idempotencyKey, self.group, timestamp) = (id, group, "\(now)")
    }
}

extension Encodable {
    /// The bytes that are signed and sent.
    func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        return Array(try encoder.encode(self))
    }
}
