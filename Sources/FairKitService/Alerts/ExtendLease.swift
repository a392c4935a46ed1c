package import FairKitCore
package import FairKitStore

/// Gives a consumer more time for a delivery, any number of times before the lease ends.
package struct ExtendLease: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    package typealias Failure = LeaseFailure

    /// - Parameter seconds: from now on, not added; nil: what the alert's band gives.
    /// - Returns: the delivery's number, and when its lease ends.
    package func callAsFunction(
        _ token: String, seconds: Int?, in group: String, by caller: Caller
    ) async throws(Failure) -> (number: Int64, until: Timestamp) {
        guard caller.subject.role.may(.consumeAlerts) else { throw .forbidden }
        if let seconds, !Band.leaseSeconds.contains(seconds) {
            throw .invalid(Invalid("/leaseSeconds", "5 to 900 seconds"))
        }
        let now = now()
        return try await store.useLease(token, in: group) { (tx, token, lease) throws(DatabaseError) in
            guard lease.isHeld(at: now) else { return .failure(.stale(lease.state.name(at: now))) }
            let end = now.advanced(by: seconds.map { .seconds($0) } ?? lease.band.defaultLease)
            try tx.extend(token, of: lease.alert, until: end, actor: caller.subject.keyID, at: now)
            let profile = try tx.alert(lease.alert)?.profileID
            try tx.record(caller.entry(.alertExtended, lease.alert, about: profile, at: now))
            return .success((token.delivery, end))
        }
    }
}
