package import CoreMetrics
package import FairKitCore
package import FairKitStore

/// Stores a delivery attempt, and acks or releases its delivery in the same transaction.
package struct SettleAttempt: Sendable {
    private let store: Store
    private let bell: AlertBell
    private let now: Now
    private let metrics: LeaseMetrics

    package init(
        store: Store, bell: AlertBell, now: @escaping Now, metrics: any MetricsFactory = NOOPMetricsHandler.instance
    ) {
        self.store = store
        self.bell = bell
        self.now = now
        self.metrics = LeaseMetrics(metrics)
    }

    package typealias Failure = LeaseFailure

    /// Returns after the commit of both.
    /// - Parameters:
    ///   - token: the token of the delivery's lease.
    ///   - due: when the delivery becomes visible again after a failure; nil: at once.
    /// - Throws: `stale` if the lease was over; the attempt is stored nevertheless.
    package func callAsFunction(
        _ attempt: DeliveryAttempt, _ token: LeaseToken, due: Timestamp?, in name: String, by caller: Caller
    ) async throws(Failure) {
        guard caller.subject.may(.consumeAlerts) else { throw .forbidden }
        let now = now()
        let outcomes = try await store.useLeases(["\(token)"], in: name, metrics: metrics) {
            (tx, token, lease) throws(DatabaseError) -> Result<LeaseView, LeaseFailure> in
            guard let group = try tx.consumerGroup(named: name) else { return .failure(.groupUnknown) }
            // On a full disk the room is for alerts: the delivery counts its failures, and they are not stored here.
            if !tx.takesOnlyCritical || attempt.outcome == .delivered { try tx.record(attempt, of: group) }
            guard lease.isHeld(at: now) else { return .failure(.stale(lease.state.name(at: now))) }
            if attempt.outcome == .delivered {
                try tx.ack(token, of: lease.alert, actor: caller.subject.id, at: now)
            } else if attempt.outcome == .stopped {
                // The request was cancelled, so it does not count as an attempt.
                try tx.undoLease(token, of: lease.alert, actor: caller.subject.id, at: now)
            } else {
                try tx.release(
                    token, of: lease.alert, due: due, reason: attempt.outcome.reason(status: attempt.httpStatus),
                    actor: caller.subject.id, at: now)
            }
            return .success(lease)
        }
        let lease = try outcomes[0].get()
        if attempt.outcome == .delivered {
            if lease.isFirst { metrics.acked(lease.band, after: lease.raisedAt.distance(to: now)) }
        } else {
            if due == nil { bell.ring(1, of: name) } else { bell.expect(due, in: name) }
        }
        bell.free(Set([lease.consumer].compactMap(\.self)), of: name)
    }
}
