package import CoreMetrics
package import FairKitCore
package import FairKitStore

/// Extends the lease of a delivery, any number of times before it ends.
package struct ExtendLease: Sendable {
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

    /// - Parameter seconds: the new lease, from now on; nil: the group's lease for the band.
    /// - Returns: the delivery's number, and when its lease ends.
    package func callAsFunction(
        _ token: String, seconds: Int?, in group: String, by caller: Caller
    ) async throws(Failure) -> (number: Int64, until: Timestamp) {
        guard caller.subject.may(.consumeAlerts) else { throw .forbidden }
        if let seconds, !Band.leaseSeconds.contains(seconds) {
            throw .invalid(Invalid("/leaseSeconds", "5 to 900 seconds"))
        }
        let now = now()
        let outcomes = try await store.useLeases([token], in: group, metrics: metrics) {
            (tx, token, lease) throws(DatabaseError) -> Result<(number: Int64, until: Timestamp), LeaseFailure> in
            guard lease.isHeld(at: now) else { return .failure(.stale(lease.state.name(at: now))) }
            let end = now.advanced(by: seconds.map { .seconds($0) } ?? lease.defaultLease)
            try tx.extend(token, of: lease.alert, until: end, actor: caller.subject.id, at: now)
            return .success((token.delivery, end))
        }
        let extended = try outcomes[0].get()
        // The new end may be earlier than the old one.
        bell.expect(extended.until, in: group)
        return extended
    }
}
