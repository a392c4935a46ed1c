/// The position of the next page: the last delivery of this one, in the order in which claims lease them.
package struct DeliveryCursor: Equatable, Sendable, CustomStringConvertible {
    package let lane: DeliveryLane
    package let rank: Int64
    package let number: Int64

    package init(lane: DeliveryLane, rank: Int64, number: Int64) {
        self.lane = lane
        self.rank = rank
        self.number = number
    }

    package init?(_ text: String) {
        let parts = text.split(separator: "~", omittingEmptySubsequences: false)
        guard parts.count == 3, let lane = Int(parts[0]).flatMap(DeliveryLane.init), let rank = Int64(parts[1]),
            let number = Int64(parts[2])
        else { return nil }
        self.init(lane: lane, rank: rank, number: number)
    }

    package var description: String { "\(lane.rawValue)~\(rank)~\(number)" }
}
