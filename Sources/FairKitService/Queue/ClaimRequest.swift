package import FairKitCore

/// A consumer's request to claim deliveries.
package struct ClaimRequest: Sendable {
    package let group: String
    /// nil: the caller's id.
    package let consumer: String?
    package let limit: Int
    package let leaseSeconds: Int?
    /// How long to wait for a delivery if there is none (long polling).
    package let waitSeconds: Int
    /// The lanes to claim from.
    package let lanes: Set<DeliveryLane>
    /// The webhook that the server claims for; nil: the claim is a consumer's.
    package let webhook: Webhook?

    package init(
        group: String, consumer: String?, limit: Int, leaseSeconds: Int?, waitSeconds: Int = 0,
        lanes: Set<DeliveryLane> = Set(DeliveryLane.allCases), webhook: Webhook? = nil
    ) {
        self.group = group
        self.consumer = consumer
        self.limit = limit
        self.leaseSeconds = leaseSeconds
        self.waitSeconds = waitSeconds
        self.lanes = lanes
        self.webhook = webhook
    }

    /// The same request, without waiting.
    package var withoutWaiting: ClaimRequest {
        ClaimRequest(
            group: group, consumer: consumer, limit: limit, leaseSeconds: leaseSeconds, lanes: lanes, webhook: webhook)
    }

    private static let limits = 1...100
    package static let waits = 0...30

    /// Records all faults.
    package func check(_ faults: inout Faults) {
        faults.require(ClaimRequest.limits.contains(limit), "/limit", "1 to 100")
        faults.require(leaseSeconds.map { Band.leaseSeconds.contains($0) } ?? true, "/leaseSeconds", "5 to 900 seconds")
        faults.require(ClaimRequest.waits.contains(waitSeconds), "/wait", "0 to 30 seconds")
        faults.require(consumer?.isText(1...100) ?? true, "/consumer", "1 to 100 characters")
    }
}
