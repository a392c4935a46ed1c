package import CoreMetrics
package import FairKitCore
package import FairKitStore

/// Notes that a consumer has passed alerts on. It stops redelivery, and nothing else.
package struct DeliverAlerts: Sendable {
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

    /// A delivery that is settled.
    package struct Delivered: Sendable {
        package let number: Int64
        /// The first time, if this is a repetition.
        package let at: Timestamp
        fileprivate let consumer: String?
        /// Since its alert was raised; nil: it was delivered before.
        fileprivate let time: (band: Band, taken: Duration)?
    }

    package func callAsFunction(
        _ tokens: [String], in group: String, by caller: Caller
    ) async throws(Failure) -> LeaseOutcomes<Delivered> {
        guard caller.subject.may(.consumeAlerts) else { throw .forbidden }
        let now = now()
        let outcomes = try await store.useLeases(tokens, in: group, metrics: metrics) {
            (tx, token, lease) throws(DatabaseError) -> Result<Delivered, LeaseFailure> in
            switch Settlement(of: lease.state, isNewest: lease.isNewest, at: now) {
            case .stale: return .failure(.stale(lease.state.name(at: now)))
            case .repeated(let at):
                return .success(Delivered(number: token.delivery, at: at, consumer: lease.consumer, time: nil))
            case .delivered(let at):
                try tx.deliver(token, of: lease.alert, actor: caller.subject.id, at: at)
                let time = !lease.isFirst ? nil : (lease.band, lease.raisedAt.distance(to: at))
                return .success(Delivered(number: token.delivery, at: at, consumer: lease.consumer, time: time))
            }
        }
        for case .success(let delivered) in outcomes {
            if let (band, taken) = delivered.time { metrics.delivered(band, after: taken) }
        }
        bell.free(Set(outcomes.compactMap { (try? $0.get())?.consumer }), of: group)
        return outcomes
    }
}
