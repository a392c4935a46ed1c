package import FairKitCore
import FairKitStore

/// A delivery that was released.
package struct ReleasedDelivery: Sendable {
    package let number: Int64
    package let state: DeliveryStateName
    /// When it becomes visible again; nil: at once, or, if it is parked, when an administrator redrives it.
    package let due: Timestamp?
    fileprivate let consumer: String?
}

extension Deliveries {
    /// The delays that a consumer may request, in seconds.
    private static let delays = 0...Int(Delivery.longestDelay.components.seconds)

    /// Releases deliveries (nack): they become visible again, at once or after a delay, and keep their place in the
    /// order.
    ///
    /// - Parameter reason: the consumer's reason for the alert's history, without patient data.
    package func release(
        _ tokens: [String], reason: String?, delaySeconds: Int, in group: String, found faults: Faults = Faults(),
        by caller: Caller
    ) async throws(Refusal<LeaseFailure>) -> LeaseOutcomes<ReleasedDelivery> {
        try await tenant.permit(.consumeAlerts, to: caller, for: LeaseFailure.self)
        var faults = faults
        faults.require(Deliveries.delays.contains(delaySeconds), "/delaySeconds", "0 to 3600 seconds")
        faults.require(reason?.isText(1...200) ?? true, "/reason", "1 to 200 characters")
        try faults.refuse(for: LeaseFailure.self)
        let due = delaySeconds == 0 ? nil : tenant.now().advanced(by: .seconds(delaySeconds))
        let outcomes = try await use(tokens, in: group, by: caller) {
            (tx, grant, token, lease) throws(DatabaseError) -> Outcome<ReleasedDelivery, LeaseFailure> in
            guard lease.isHeld(at: grant.now) else { return lease.stale(at: grant.now) }
            let state = try tx.releaseDelivery(
                token, of: lease.alert, due: due, reason: reason, actor: grant.subject.id, at: grant.now)
            return .success(
                ReleasedDelivery(
                    number: token.delivery, state: state, due: state == .parked ? nil : due, consumer: lease.consumer))
        }
        let released = outcomes.compactMap { try? $0.get() }
        becameVisible(released.count, due: due, in: group)
        tenant.waiters.free(Set(released.compactMap(\.consumer)), of: group)
        return outcomes
    }

    /// Stores a delivery attempt, and acks or releases its delivery in the same transaction. Returns after the commit
    /// of both.
    ///
    /// - Parameters:
    ///   - token: the token of the delivery's lease.
    ///   - due: when the delivery becomes visible again after a failure; nil: at once.
    /// - Throws: `stale` if the lease has expired; the attempt is stored nevertheless.
    package func settle(
        _ attempt: DeliveryAttempt, _ token: LeaseToken, due: Timestamp?, in name: String, by caller: Caller
    ) async throws(Refusal<LeaseFailure>) {
        let outcomes = try await use(["\(token)"], in: name, by: caller) {
            (tx, grant, token, lease) throws(DatabaseError) -> Outcome<(LeaseView, Duration), LeaseFailure> in
            guard let group = try tx.consumerGroup(named: name) else { return .own(.groupUnknown) }
            let (now, actor) = (grant.now, grant.subject.id)
            // On a full disk the space is reserved for alerts: the delivery counts its failures, but they are not
            // stored here.
            if !tx.takesOnlyCritical || attempt.outcome == .delivered { try tx.recordAttempt(attempt, of: group) }
            guard lease.isHeld(at: now) else { return lease.stale(at: now) }
            switch attempt.outcome {
            case .delivered: try tx.ack(token, of: lease.alert, actor: actor, at: now)
            // The request was cancelled, so it does not count as an attempt.
            case .stopped: try tx.undoLease(token, of: lease.alert, actor: actor, at: now)
            default:
                let reason = attempt.outcome.reason(status: attempt.httpStatus)
                try tx.releaseDelivery(token, of: lease.alert, due: due, reason: reason, actor: actor, at: now)
            }
            return .success((lease, lease.raisedAt.distance(to: now)))
        }
        let (lease, taken) = try outcomes[0].get()
        if attempt.outcome == .delivered {
            if lease.isFirst { tenant.leaseMetrics.acked(lease.band, after: taken) }
        } else {
            becameVisible(1, due: due, in: name)
        }
        tenant.waiters.free(Set([lease.consumer].compactMap(\.self)), of: name)
    }

    /// - Parameter due: nil: the deliveries are visible now.
    private func becameVisible(_ count: Int, due: Timestamp?, in group: String) {
        if let due { tenant.waiters.expect(due, in: group) } else { tenant.waiters.wake(count, of: group) }
    }
}
