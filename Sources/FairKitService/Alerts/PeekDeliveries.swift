package import FairKitCore
package import FairKitStore

/// Lists the deliveries that a group's consumers would lease next, without leasing them.
package struct PeekDeliveries: Sendable {
    private let store: Store
    private let bell: AlertBell
    private let now: Now

    package init(store: Store, bell: AlertBell, now: @escaping Now) {
        self.store = store
        self.bell = bell
        self.now = now
    }

    package enum Failure: Error {
        case forbidden
        case groupUnknown
        case store(DatabaseError)
    }

    /// A page of the visible deliveries, in the order in which claims lease them.
    package func callAsFunction(
        in name: String, after cursor: DeliveryCursor?, limit: Int, by caller: Caller
    ) async throws(Failure) -> Page<PendingDelivery, DeliveryCursor> {
        guard caller.subject.may(.peekAlerts) else { throw .forbidden }
        let now = now()
        let scope = caller.subject.alertScope(at: now)
        let peeked: (page: Page<PendingDelivery, DeliveryCursor>, visible: Int)?
        do {
            peeked = try await store.write { (tx) throws(DatabaseError) in
                guard let group = try tx.consumerGroup(named: name) else { return nil }
                // A claim would lease those whose lease or delay is over, too.
                let visible = try tx.endOverdue(of: group, at: now)
                var found: [PendingDelivery] = []
                for lane in DeliveryLane.allCases where lane.rawValue >= cursor?.lane.rawValue ?? 0 {
                    let place = cursor.flatMap { $0.lane == lane ? ($0.rank, $0.number) : nil }
                    found += try tx.pending(in: group, lane, after: place, limit: limit + 1 - found.count, scope: scope)
                }
                let page = Page(found: found, limit: limit) {
                    DeliveryCursor(lane: $0.lane, rank: $0.rank, number: $0.number)
                }
                try tx.recordList(of: page.items.map(\.alert), by: caller, at: now)
                return (page, visible)
            }
        } catch { throw .store(error) }
        guard let peeked else { throw .groupUnknown }
        bell.ring(peeked.visible, of: name)
        return peeked.page
    }
}
