package import FairKitCore
package import FairKitStore
import KeyRing

/// Notes that a consumer has passed an alert on. It stops redelivery, and nothing else.
package struct DeliverAlert: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    package enum Failure: Error {
        case forbidden
        case groupUnknown
        /// No delivery of the group has this token's number, or it is no token at all.
        case notFound
        /// The lease is over, or the delivery was handed out again; where it stands.
        case stale(DeliveryStateName)
        case store(DatabaseError)
    }

    /// - Returns: the delivery's number, and when it was delivered: the first time, if this is a repetition.
    package func callAsFunction(
        _ token: String, in group: String, by caller: Caller
    ) async throws(Failure) -> (number: Int64, at: Timestamp) {
        guard caller.subject.role.may(.consumeAlerts) else { throw .forbidden }
        let now = now()
        let token = LeaseToken(token)
        let outcome: Result<Timestamp, Failure>
        do {
            outcome = try await store.writeUrgently { (tx) throws(DatabaseError) in
                guard let group = try tx.consumerGroup(named: group) else { return .failure(.groupUnknown) }
                guard let token,
                    let (settlement, state, alert) = try tx.deliver(
                        token, in: group, actor: caller.subject.keyID, at: now, isEqual: equalInConstantTime)
                else { return .failure(.notFound) }
                switch settlement {
                case .stale: return .failure(.stale(state))
                case .repeated(let at): return .success(at)
                case .delivered(let at):
                    let profile = try tx.alert(alert)?.profileID
                    try tx.record(caller.entry(.alertDelivered, alert, about: profile, at: now))
                    return .success(at)
                }
            }
        } catch { throw .store(error) }
        guard let token else { throw .notFound }
        return (token.delivery, try outcome.get())
    }
}
