package import FairKitCore
package import FairKitStore
import KeyRing

/// Why a lease could not be used.
package enum LeaseFailure: Error {
    case forbidden
    case invalid(Invalid)
    case groupUnknown
    /// No delivery of the group has this token's number, or it is no token at all.
    case notFound
    /// The lease is over, or the delivery was handed out again; where it stands.
    case stale(DeliveryStateName)
    case store(DatabaseError)
}

extension Store {
    /// Runs a body in an urgent transaction with the delivery that a token names.
    func useLease<T: Sendable>(
        _ text: String, in name: String,
        _ body:
            @escaping @Sendable (borrowing WriteTransaction, LeaseToken, LeaseView) throws(DatabaseError) -> Result<
                T, LeaseFailure
            >
    ) async throws(LeaseFailure) -> T {
        let token = LeaseToken(text)
        let outcome: Result<T, LeaseFailure>
        do {
            outcome = try await writeUrgently { (tx) throws(DatabaseError) in
                guard let group = try tx.consumerGroup(named: name) else { return .failure(.groupUnknown) }
                guard let token, let view = try tx.lease(token, in: group, isEqual: equalInConstantTime) else {
                    return .failure(.notFound)
                }
                return try body(tx, token, view)
            }
        } catch { throw .store(error) }
        return try outcome.get()
    }
}
