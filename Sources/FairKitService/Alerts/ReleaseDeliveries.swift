package import CoreMetrics
package import FairKitCore
package import FairKitStore

/// Releases deliveries (nack): they become visible again, at once or after a delay, and keep their place in the order.
package struct ReleaseDeliveries: Sendable {
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

    /// The delays that a consumer may ask for, in seconds.
    package static let delays = 0...3600

    /// A delivery that was released.
    package struct Released: Sendable {
        package let number: Int64
        package let state: DeliveryStateName
        /// When it becomes visible again; nil: at once, or, if it is parked, when an administrator redrives it.
        package let due: Timestamp?
        fileprivate let consumer: String?
    }

    /// - Parameter reason: in the consumer's words, for the alert's history; without patient data.
    package func callAsFunction(
        _ tokens: [String], reason: String?, delaySeconds: Int, in group: String, by caller: Caller
    ) async throws(Failure) -> LeaseOutcomes<Released> {
        guard caller.subject.may(.consumeAlerts) else { throw .forbidden }
        guard ReleaseDeliveries.delays.contains(delaySeconds) else {
            throw .invalid(Invalid("/delaySeconds", "0 to 3600 seconds"))
        }
        if let reason, !reason.isText(1...200) { throw .invalid(Invalid("/reason", "1 to 200 characters")) }
        let now = now()
        let due = delaySeconds == 0 ? nil : now.advanced(by: .seconds(delaySeconds))
        let outcomes = try await store.useLeases(tokens, in: group, metrics: metrics) {
            (tx, token, lease) throws(DatabaseError) -> Result<Released, LeaseFailure> in
            guard lease.isHeld(at: now) else { return .failure(.stale(lease.state.name(at: now))) }
            let state = try tx.release(
                token, of: lease.alert, due: due, reason: reason, actor: caller.subject.id, at: now)
            return .success(
                Released(
                    number: token.delivery, state: state, due: state == .parked ? nil : due, consumer: lease.consumer))
        }
        let released = outcomes.compactMap { try? $0.get() }
        if due == nil { bell.ring(released.count, of: group) } else { bell.expect(due, in: group) }
        bell.free(Set(released.compactMap(\.consumer)), of: group)
        return outcomes
    }
}
