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
    ///
    /// It reads a snapshot: the writer has what is critical to do meanwhile. It writes what the audit notes, and ends leases and delays
    /// that are over, if there are any. A page of a caller who sees few of many ends after the last delivery that was looked at.
    package func peek(
        in name: String, after cursor: DeliveryCursor?, limit: Int, by caller: Caller
    ) async throws(Refusal<GroupUnknown>) -> Page<PendingDelivery, DeliveryCursor> {
        if let page = try await look(in: name, after: cursor, limit: limit, by: caller, ifOverdue: false) {
            return page
        }
        // A claim would lease those whose lease or delay is over, too.
        let visible = try await tenant.write(.peekAlerts, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Int, GroupUnknown> in
            guard let group = try tx.consumerGroup(named: name) else { return .own(GroupUnknown()) }
            return .success(try tx.endOverdue(of: group, at: grant.now))
        }
        tenant.bell.ring(visible, of: name)
        let page = try await look(in: name, after: cursor, limit: limit, by: caller, ifOverdue: true)
        return page ?? Page(items: [], next: nil)
    }

    /// - Parameter ifOverdue: whether it looks although leases or delays are over.
    /// - Returns: nil: some are over.
    private func look(
        in name: String, after cursor: DeliveryCursor?, limit: Int, by caller: Caller, ifOverdue: Bool
    ) async throws(Refusal<GroupUnknown>) -> Page<PendingDelivery, DeliveryCursor>? {
        try await tenant.read(.peekAlerts, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Page<PendingDelivery, DeliveryCursor>?, GroupUnknown> in
            guard let group = try tx.consumerGroup(named: name) else { return .own(GroupUnknown()) }
            if !ifOverdue, try tx.isOverdue(group, at: grant.now) { return .success(nil) }
            let scope = grant.subject.alertScope(at: grant.now)
            let page = try tx.pendingPage(in: group, after: cursor, limit: limit, scope: scope)
            try grant.noteList(of: page.items.map(\.alert), in: tx)
            return .success(page)
        }
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
