package import FairKitCore
import FairKitStore

/// Deliveries of alerts to the consumers of a group: claimed, acked, extended, released, listed.
package struct Deliveries: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var deliveries: Deliveries { Deliveries(tenant: self) }
}

extension Deliveries {
    /// Most deliveries that one call redrives or replays.
    package static let mostPerCall = 100

    /// A page of the deliveries that a claim would lease next, in that order, without leasing them.
    ///
    /// It reads a snapshot, because the writer has critical work. It writes the audit entry, and ends expired leases
    /// and delays if there are any. If the caller may see few of many deliveries, a page ends after the last delivery
    /// that was examined.
    package func peek(
        in name: String, after cursor: DeliveryCursor?, limit: Int, by caller: Caller
    ) async throws(Refusal<GroupUnknown>) -> Page<PendingDelivery, DeliveryCursor> {
        if let page = try await look(in: name, after: cursor, limit: limit, by: caller, ifOverdue: false) {
            return page
        }
        // A claim would also lease deliveries whose lease or delay has expired.
        let visible = try await tenant.write(.peekAlerts, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Int, GroupUnknown> in
            guard let group = try tx.consumerGroup(named: name) else { return .own(GroupUnknown()) }
            return .success(try tx.endOverdue(of: group, at: grant.now))
        }
        tenant.waiters.wake(visible, of: name)
        let page = try await look(in: name, after: cursor, limit: limit, by: caller, ifOverdue: true)
        return page ?? Page(items: [], next: nil)
    }

    /// - Parameter ifOverdue: also read if leases or delays have expired.
    /// - Returns: nil: some have expired.
    private func look(
        in name: String, after cursor: DeliveryCursor?, limit: Int, by caller: Caller, ifOverdue: Bool
    ) async throws(Refusal<GroupUnknown>) -> Page<PendingDelivery, DeliveryCursor>? {
        try await tenant.read(.peekAlerts, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Page<PendingDelivery, DeliveryCursor>?, GroupUnknown> in
            guard let group = try tx.consumerGroup(named: name) else { return .own(GroupUnknown()) }
            if !ifOverdue, try tx.isOverdue(group, at: grant.now) { return .success(nil) }
            let scope = grant.subject.alertScope(at: grant.now)
            let page = try tx.pendingPage(in: group, after: cursor, limit: limit, scope: scope)
            try grant.logList(of: page.items.map(\.alert), in: tx)
            return .success(page)
        }
    }

    /// A page of a group's parked deliveries with their failures, without the patients. The audit log records it,
    /// because a consumer's text may be about a person.
    ///
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
            try grant.logList(.alertParkedListed, about: profiles, in: tx)
            return .success(page)
        }
    }
}
