package import FairKitCore
package import Relational

extension Connection {
    /// A page of a group's visible deliveries, in the order in which claims lease them.
    /// - Parameter scope: the alerts that the caller may see. If few of many are visible, the page ends after the last
    ///   delivery examined.
    package func pendingPage(
        in group: ConsumerGroup, after cursor: DeliveryCursor?, limit: Int, scope: AlertScope
    ) throws(DatabaseError) -> Page<PendingDelivery, DeliveryCursor> {
        var found: [PendingDelivery] = []
        var end: DeliveryCursor?
        for lane in DeliveryLane.allCases where lane.rawValue >= cursor?.lane.rawValue ?? 0 {
            let position = cursor.flatMap { $0.lane == lane ? ($0.rank, $0.number) : nil }
            let last = try lastExamined(in: group, lane, after: position, scope: scope)
            found += try pending(
                in: group, lane, after: position, through: last, limit: limit + 1 - found.count, scope: scope)
            guard found.count <= limit else { break }
            if let last {
                end = DeliveryCursor(lane: lane, rank: last.rank, number: last.number)
                break
            }
        }
        let page = Page(found: found, limit: limit) {
            DeliveryCursor(lane: $0.lane, rank: $0.rank, number: $0.number)
        }
        return page.next == nil ? Page(items: page.items, next: end) : page
    }
}
