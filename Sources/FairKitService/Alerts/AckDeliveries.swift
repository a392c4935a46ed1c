package import CoreMetrics
package import FairKitCore
package import FairKitStore

/// Acks deliveries: their consumer has passed the alerts on. An ack ends redelivery; it does not acknowledge the alert.
package struct AckDeliveries: Sendable {
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

    /// A delivery that is acked.
    package struct Acked: Sendable {
        package let number: Int64
        /// The time of the first ack, if this one repeats it.
        package let at: Timestamp
        fileprivate let consumer: String?
        /// Since its alert was raised; nil for a repeated ack or a redelivery.
        fileprivate let time: (band: Band, taken: Duration)?
    }

    /// - Returns: an outcome for each token, in their order.
    package func callAsFunction(
        _ tokens: [String], in group: String, by caller: Caller
    ) async throws(Failure) -> LeaseOutcomes<Acked> {
        guard caller.subject.may(.consumeAlerts) else { throw .forbidden }
        let now = now()
        let outcomes = try await store.useLeases(tokens, in: group, metrics: metrics) {
            (tx, token, lease) throws(DatabaseError) -> Result<Acked, LeaseFailure> in
            switch Settlement(of: lease.state, isNewest: lease.isNewest, at: now) {
            case .stale: return .failure(.stale(lease.state.name(at: now)))
            case .repeated(let at):
                return .success(Acked(number: token.delivery, at: at, consumer: lease.consumer, time: nil))
            case .acked(let at):
                try tx.ack(token, of: lease.alert, actor: caller.subject.id, at: at)
                let time = !lease.isFirst ? nil : (lease.band, lease.raisedAt.distance(to: at))
                return .success(Acked(number: token.delivery, at: at, consumer: lease.consumer, time: time))
            }
        }
        for case .success(let acked) in outcomes {
            if let (band, taken) = acked.time { metrics.acked(band, after: taken) }
        }
        bell.free(Set(outcomes.compactMap { (try? $0.get())?.consumer }), of: group)
        return outcomes
    }
}
