package import FairKitCore
import FairKitStore

/// Deliveries of alerts to the consumers of a group: claimed, acked, extended, released, looked at.
package struct Deliveries: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var deliveries: Deliveries { Deliveries(tenant: self) }
}

extension Deliveries {
    /// How many deliveries one call redrives or replays at most.
    package static let mostPerCall = 100

    /// A page of those that a group's consumers would lease next, in the order in which claims lease them, without leasing them.
    package func peek(
        in name: String, after cursor: DeliveryCursor?, limit: Int, by caller: Caller
    ) async throws(Refusal<GroupUnknown>) -> Page<PendingDelivery, DeliveryCursor> {
        let (page, visible) = try await tenant.write(.peekAlerts, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<(Page<PendingDelivery, DeliveryCursor>, Int), GroupUnknown> in
            guard let group = try tx.consumerGroup(named: name) else { return .own(GroupUnknown()) }
            // A claim would lease those whose lease or delay is over, too.
            let visible = try tx.endOverdue(of: group, at: grant.now)
            let scope = grant.subject.alertScope(at: grant.now)
            var found: [PendingDelivery] = []
            for lane in DeliveryLane.allCases where lane.rawValue >= cursor?.lane.rawValue ?? 0 {
                let place = cursor.flatMap { $0.lane == lane ? ($0.rank, $0.number) : nil }
                found += try tx.pending(in: group, lane, after: place, limit: limit + 1 - found.count, scope: scope)
            }
            let page = Page(found: found, limit: limit) {
                DeliveryCursor(lane: $0.lane, rank: $0.rank, number: $0.number)
            }
            try grant.noteList(of: page.items.map(\.alert), in: tx)
            return .success((page, visible))
        }
        tenant.bell.ring(visible, of: name)
        return page
    }

    /// A page of a group's parked deliveries with their failures, without the patients. The audit records it, since the words of a
    /// consumer may be about a person.
    /// - Parameter number: the last delivery of the previous page.
    package func parked(
        in name: String, after number: Int64?, limit: Int, by caller: Caller
    ) async throws(Refusal<GroupUnknown>) -> Page<ParkedDelivery, Int64> {
        try await tenant.read(.operateQueue, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Page<ParkedDelivery, Int64>, GroupUnknown> in
            guard let group = try tx.consumerGroup(named: name) else { return .own(GroupUnknown()) }
            let page = try tx.parkedDeliveries(of: group, after: number, limit: limit)
            let profiles = try page.items.map { parked throws(DatabaseError) in
                try tx.alert(parked.alertID)?.profileID
            }
            try grant.noteList(.alertParkedListed, about: profiles, in: tx)
            return .success(page)
        }
    }
}
