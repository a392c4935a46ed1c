import CoreMetrics
package import FairKitCore
import FairKitStore
import KeyRing

/// Why a lease could not be used. A token that no delivery of the group has is `notFound`, as is what is no token at all.
package enum LeaseFailure: Error {
    case groupUnknown
    /// It was switched off, and its leases ended.
    case groupDisabled
    /// The lease is over, or the delivery was leased again; with its state.
    case stale(DeliveryStateName)
}

/// How many tokens one call may hold.
package let tokensPerCall = 1...100

/// The outcome of each token of a call, in their order.
package typealias LeaseOutcomes<T: Sendable> = [Result<T, Refusal<LeaseFailure>>]

extension Deliveries {
    /// Notes what is wrong with the tokens of a call.
    package static func check(_ tokens: [String], _ faults: inout Faults) {
        faults.demand(tokensPerCall.contains(tokens.count), "/tokens", "1 to 100 tokens")
        faults.demand(Set(tokens).count == tokens.count, "/tokens", "each once")
    }

    /// Runs a body in a critical transaction with each delivery that a token names; on a full disk, with those of critical alerts.
    /// - Returns: an outcome for each token.
    func use<T: Sendable>(
        _ texts: [String], in name: String, by caller: Caller,
        _ body:
            @escaping @Sendable (borrowing WriteTransaction, Grant, LeaseToken, LeaseView) throws(DatabaseError) ->
            Outcome<T, LeaseFailure>
    ) async throws(Refusal<LeaseFailure>) -> LeaseOutcomes<T> {
        try await tenant.permit(.consumeAlerts, to: caller, for: LeaseFailure.self)
        var faults = Faults()
        Deliveries.check(texts, &faults)
        try faults.refuse(for: LeaseFailure.self)
        let tokens = texts.map { LeaseToken($0) }
        let outcomes = try await tenant.write(.consumeAlerts, as: caller, lane: .critical) {
            (tx, grant) throws(DatabaseError) -> Outcome<LeaseOutcomes<T>, LeaseFailure> in
            guard let group = try tx.consumerGroup(named: name) else { return .own(.groupUnknown) }
            guard group.settings.isEnabled else { return .own(.groupDisabled) }
            var outcomes: LeaseOutcomes<T> = []
            for token in tokens {
                if let token, let view = try tx.lease(token, in: group, isEqual: equalInConstantTime) {
                    let isRefused = tx.takesOnlyCritical && view.band != .critical
                    outcomes.append(isRefused ? .failure(.store(.noRoom)) : try body(tx, grant, token, view))
                } else {
                    outcomes.append(.failure(.notFound))
                }
            }
            return .success(outcomes)
        }
        for case .failure(.own(.stale)) in outcomes { tenant.leaseMetrics.stale.increment() }
        return outcomes
    }
}

extension LeaseView {
    /// What is answered to whoever does not hold the lease any more.
    func stale<T>(at now: Timestamp) -> Outcome<T, LeaseFailure> { .own(.stale(state.name(at: now))) }
}
