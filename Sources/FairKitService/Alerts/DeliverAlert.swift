package import FairKitCore
package import FairKitStore

/// Notes that a consumer has passed an alert on. It stops redelivery, and nothing else.
package struct DeliverAlert: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    package typealias Failure = LeaseFailure

    /// - Returns: the delivery's number, and when it was delivered: the first time, if this is a repetition.
    package func callAsFunction(
        _ token: String, in group: String, by caller: Caller
    ) async throws(Failure) -> (number: Int64, at: Timestamp) {
        guard caller.subject.role.may(.consumeAlerts) else { throw .forbidden }
        let now = now()
        return try await store.useLease(token, in: group) { (tx, token, lease) throws(DatabaseError) in
            switch Settlement(of: lease.state, isNewest: lease.isNewest, at: now) {
            case .stale: return .failure(.stale(lease.state.name(at: now)))
            case .repeated(let at): return .success((token.delivery, at))
            case .delivered(let at):
                try tx.deliver(token, of: lease.alert, actor: caller.subject.keyID, at: at)
                let profile = try tx.alert(lease.alert)?.profileID
                try tx.record(caller.entry(.alertDelivered, lease.alert, about: profile, at: now))
                return .success((token.delivery, at))
            }
        }
    }
}
