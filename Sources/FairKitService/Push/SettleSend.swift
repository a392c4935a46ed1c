package import CoreMetrics
package import FairKitCore
package import FairKitStore

/// Notes what became of an attempt to send a delivery: with it the delivery is delivered, or given back.
package struct SettleSend: Sendable {
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
    ///   - token: what the delivery was leased with.
    ///   - due: when it is handed out again if it was not delivered; nil: at once.
    /// - Throws: `stale` if the lease was over; the attempt is noted all the same.
    package func callAsFunction(
        _ send: Send, _ token: LeaseToken, due: Timestamp?, in name: String, by caller: Caller
    ) async throws(Failure) {
        guard caller.subject.may(.consumeAlerts) else { throw .forbidden }
        let now = now()
        let outcomes = try await store.useLeases(["\(token)"], in: name, metrics: metrics) {
            (tx, token, lease) throws(DatabaseError) -> Result<LeaseView, LeaseFailure> in
            guard let group = try tx.consumerGroup(named: name) else { return .failure(.groupUnknown) }
            // On a full disk the room is for alerts: failures are counted with the delivery, and noted there.
            if !tx.takesOnlyCritical || send.outcome == .delivered { try tx.record(send, of: group) }
            guard lease.isHeld(at: now) else { return .failure(.stale(lease.state.name(at: now))) }
            if send.outcome == .delivered {
                try tx.deliver(token, of: lease.alert, actor: caller.subject.id, at: now)
            } else if send.outcome == .stopped {
                // It was not tried.
                try tx.takeBack(token, of: lease.alert, actor: caller.subject.id, at: now)
            } else {
                try tx.release(
                    token, of: lease.alert, due: due, reason: send.outcome.reason(status: send.httpStatus),
                    actor: caller.subject.id, at: now)
            }
            return .success(lease)
        }
        let lease = try outcomes[0].get()
        if send.outcome == .delivered {
            if lease.isFirst { metrics.delivered(lease.band, after: lease.raisedAt.distance(to: now)) }
        } else {
            if due == nil { bell.ring(1, of: name) } else { bell.expect(due, in: name) }
        }
        bell.free(Set([lease.consumer].compactMap(\.self)), of: name)
    }
}
