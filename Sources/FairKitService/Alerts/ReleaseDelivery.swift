package import FairKitCore
package import FairKitStore

/// Gives a delivery back that a consumer could not pass on: it is handed out again, at once or after a delay, and keeps
/// its place in the order.
package struct ReleaseDelivery: Sendable {
    private let store: Store
    private let bell: AlertBell
    private let now: Now

    package init(store: Store, bell: AlertBell, now: @escaping Now) {
        self.store = store
        self.bell = bell
        self.now = now
    }

    package typealias Failure = LeaseFailure

    /// What a consumer may ask for, in seconds.
    package static let delays = 0...3600

    /// - Parameter reason: in the consumer's words, for whoever looks why an alert does not get through; no patient's data.
    /// - Returns: the delivery's number, where it is now, and when it comes into view again; nil: at once, or, if it is parked,
    ///   when an operator redrives it.
    package func callAsFunction(
        _ token: String, reason: String?, delaySeconds: Int, in group: String, by caller: Caller
    ) async throws(Failure) -> (number: Int64, state: DeliveryStateName, due: Timestamp?) {
        guard caller.subject.role.may(.consumeAlerts) else { throw .forbidden }
        guard ReleaseDelivery.delays.contains(delaySeconds) else {
            throw .invalid(Invalid("/delaySeconds", "0 to 3600 seconds"))
        }
        if let reason, !reason.isText(1...200) { throw .invalid(Invalid("/reason", "1 to 200 characters")) }
        let now = now()
        let due = delaySeconds == 0 ? nil : now.advanced(by: .seconds(delaySeconds))
        let (number, state) = try await store.useLease(token, in: group) { (tx, token, lease) throws(DatabaseError) in
            guard lease.isHeld(at: now) else {
                return Result<(Int64, DeliveryStateName), Failure>.failure(.stale(lease.state.name(at: now)))
            }
            let state = try tx.release(
                token, of: lease.alert, due: due, reason: reason, actor: caller.subject.keyID, at: now)
            let profile = try tx.alert(lease.alert)?.profileID
            try tx.record(caller.entry(.alertReleased, lease.alert, about: profile, at: now))
            return .success((token.delivery, state))
        }
        // Whoever waits claims it, or learns when it will be due.
        bell.ring(1)
        return (number, state, state == .parked ? nil : due)
    }
}
