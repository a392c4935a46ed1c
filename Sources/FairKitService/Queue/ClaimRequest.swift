package import FairKitCore

/// A consumer's request to claim deliveries.
package struct ClaimRequest: Sendable {
    package let group: String
    /// nil: the caller's id.
    package let consumer: String?
    package let limit: Int
    package let leaseSeconds: Int?
    /// How long to wait for a delivery if there is none (long polling).
    package private(set) var waitSeconds: Int
    /// The lanes to claim from.
    package let lanes: Set<DeliveryLane>
    /// The webhook that the server claims for; nil: the claim is a consumer's.
    package let webhook: Webhook?

    /// - Throws: all faults, with those that were found before.
    package init(
        group: String, consumer: String?, limit: Int, leaseSeconds: Int?, waitSeconds: Int = 0,
        lanes: Set<DeliveryLane> = Set(DeliveryLane.allCases), webhook: Webhook? = nil, found faults: Faults = Faults()
    ) throws(Invalid) {
        var faults = faults
        faults.require((1...100).contains(limit), "/limit", "1 to 100")
        faults.require(leaseSeconds.map { Band.leaseSeconds.contains($0) } ?? true, "/leaseSeconds", "5 to 900 seconds")
        faults.require(ClaimRequest.waits.contains(waitSeconds), "/wait", "0 to 30 seconds")
        faults.require(consumer?.isText(1...100) ?? true, "/consumer", "1 to 100 characters")
        faults.require(
            webhook != nil || consumer != Deliveries.pushConsumer, "/consumer", "is reserved for the server")
        try faults.refuse()
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
        var copy = self
        copy.waitSeconds = 0
        return copy
    }

    package static let waits = 0...30
}
