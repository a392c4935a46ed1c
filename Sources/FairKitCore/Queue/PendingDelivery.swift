/// A visible delivery that may be leased.
package struct PendingDelivery: Sendable {
    package let number: Int64
    package let attempts: Int
    package let isReplay: Bool
    package let generation: Int
    package let lane: DeliveryLane
    package let rank: Int64
    package let alert: Alert

    /// Its position in its lane.
    package typealias Position = (rank: Int64, number: Int64)

    package init(
        number: Int64, attempts: Int, isReplay: Bool, generation: Int, lane: DeliveryLane, rank: Int64, alert: Alert
    ) {
        self.number = number
        self.attempts = attempts
        self.isReplay = isReplay
        self.generation = generation
        self.lane = lane
        self.rank = rank
        self.alert = alert
    }
}
