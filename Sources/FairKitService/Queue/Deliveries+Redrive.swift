package import FairKitCore
import FairKitStore

extension Deliveries {
    /// Returns parked deliveries to the queue, once the cause of their failures is fixed.
    ///
    /// - Parameter numbers: the deliveries, at most the first hundred; nil: the oldest of all.
    /// - Returns: the deliveries that were parked. Others stay as they are.
    package func redrive(
        _ numbers: [Int64]?, in name: String, by caller: Caller
    ) async throws(Refusal<GroupUnknown>) -> [Int64] {
        let redriven = try await tenant.write(.operateQueue, as: caller, lane: .urgent) {
            (tx, grant) throws(DatabaseError) -> Outcome<[Int64], GroupUnknown> in
            guard let group = try tx.consumerGroup(named: name) else { return .own(GroupUnknown()) }
            let parked = try tx.redrive(
                numbers, of: group, limit: Deliveries.mostPerCall, actor: grant.subject.id, at: grant.now)
            for (_, alert) in parked { grant.log(.alertRedriven, alert, about: try tx.alert(alert)?.profileID) }
            return .success(parked.map(\.number))
        }
        tenant.waiters.wake(redriven.count, of: name)
        return redriven
    }

    /// Replays acked deliveries of a group, for example because its consumer lost them. Each is marked as a replay, so
    /// that no person is paged twice.
    ///
    /// - Returns: the deliveries that were acked and are pending again, and the alert after which there may be more.
    ///   Others stay as they are.
    package func replay(
        _ choice: ReplayChoice, in name: String, by caller: Caller
    ) async throws(Refusal<GroupUnknown>) -> Page<Int64, AlertID> {
        let replayed = try await tenant.write(.operateQueue, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Page<Int64, AlertID>, GroupUnknown> in
            guard let group = try tx.consumerGroup(named: name) else { return .own(GroupUnknown()) }
            let acked = try tx.replay(
                choice, of: group, limit: Deliveries.mostPerCall, actor: grant.subject.id, at: grant.now)
            for (_, alert) in acked { grant.log(.alertReplayed, alert, about: try tx.alert(alert)?.profileID) }
            let isLast = acked.count < Deliveries.mostPerCall
            return .success(Page(items: acked.map(\.number), next: isLast ? nil : acked.last?.alert))
        }
        tenant.waiters.wake(replayed.items.count, in: .ordinary, of: name)
        return replayed
    }
}
