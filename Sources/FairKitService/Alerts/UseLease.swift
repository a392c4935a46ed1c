import CoreMetrics
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
    /// The lease is over, or the delivery was leased again; with its state.
    case stale(DeliveryStateName)
    case store(DatabaseError)
}

/// How many tokens one call may hold.
package let tokensPerCall = 1...100

/// The outcome of each token of a call, in their order.
package typealias LeaseOutcomes<T: Sendable> = [Result<T, LeaseFailure>]

extension Store {
    /// Runs a body in an urgent transaction with each delivery that a token names; on a full disk, with those of critical alerts.
    /// - Returns: an outcome for each token.
    func useLeases<T: Sendable>(
        _ texts: [String], in name: String, metrics: LeaseMetrics,
        _ body:
            @escaping @Sendable (borrowing WriteTransaction, LeaseToken, LeaseView) throws(DatabaseError) -> Result<
                T, LeaseFailure
            >
    ) async throws(LeaseFailure) -> LeaseOutcomes<T> {
        guard tokensPerCall.contains(texts.count) else { throw .invalid(Invalid("/tokens", "1 to 100 tokens")) }
        guard Set(texts).count == texts.count else { throw .invalid(Invalid("/tokens", "each once")) }
        let tokens = texts.map { LeaseToken($0) }
        let outcomes: LeaseOutcomes<T>?
        do {
            outcomes = try await write(in: .critical) { (tx) throws(DatabaseError) in
                guard let group = try tx.consumerGroup(named: name) else { return nil }
                var outcomes: LeaseOutcomes<T> = []
                for token in tokens {
                    if let token, let view = try tx.lease(token, in: group, isEqual: equalInConstantTime) {
                        let isRefused = tx.takesOnlyCritical && view.band != .critical
                        outcomes.append(isRefused ? .failure(.store(.noRoom)) : try body(tx, token, view))
                    } else {
                        outcomes.append(.failure(.notFound))
                    }
                }
                return outcomes
            }
        } catch { throw .store(error) }
        guard let outcomes else { throw .groupUnknown }
        for case .failure(.stale) in outcomes { metrics.stale.increment() }
        return outcomes
    }
}
