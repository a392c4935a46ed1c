import CoreMetrics
package import FairKitCore
import FairKitStore
import KeyRing

/// Why a lease could not be used. A token of no delivery of the group is `notFound`, and so is a malformed token.
package enum LeaseFailure: Error, CustomStringConvertible {
    case groupUnknown
    /// The group was disabled, and its leases ended.
    case groupDisabled
    /// The lease has expired, or the delivery was leased again; with the delivery's state.
    case stale(DeliveryStateName)

    package var description: String {
        switch self {
        case .groupUnknown: "there is no such consumer group"
        case .groupDisabled: "the consumer group is disabled"
        case .stale(let state): "the lease has ended; the delivery is \(state.rawValue)"
        }
    }
}

/// The number of tokens in one call.
package let tokensPerCall = 1...100

/// The outcome of each token of a call, in order.
package typealias LeaseOutcomes<T: Sendable> = [Result<T, Refusal<LeaseFailure>>]

extension Deliveries {
    /// Notes faults in the tokens of a call.
    package static func check(_ tokens: [String], _ faults: inout Faults) {
        faults.require(tokensPerCall.contains(tokens.count), "/tokens", "1 to 100 tokens")
        faults.require(Set(tokens).count == tokens.count, "/tokens", "each token only once")
    }

    /// Runs a body in a critical transaction for each delivery that a token names; on a full disk only for critical
    /// alerts.
    ///
    /// - Returns: an outcome for each token.
    func use<T: Sendable>(
        _ texts: [String], in name: String, by caller: Caller,
        _ body:
            @escaping @Sendable (borrowing WriteTransaction, Grant, LeaseToken, LeaseView) throws(DatabaseError) ->
            Outcome<T, LeaseFailure>
    ) async throws(Refusal<LeaseFailure>) -> LeaseOutcomes<T> {
        try await tenant.permit(.consumeAlerts, to: caller, for: LeaseFailure.self)
        let tokens = try Deliveries.parsed(texts)
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
        count(outcomes)
        return outcomes
    }

    /// The tokens of a call; nil for a malformed one.
    static func parsed(_ texts: [String]) throws(Refusal<LeaseFailure>) -> [LeaseToken?] {
        var faults = Faults()
        check(texts, &faults)
        try faults.refuse(for: LeaseFailure.self)
        return texts.map { LeaseToken($0) }
    }

    /// Counts outdated tokens.
    func count(_ outcomes: LeaseOutcomes<some Sendable>) {
        for case .failure(.own(.stale)) in outcomes { tenant.leaseMetrics.stale.increment() }
    }
}

extension LeaseView {
    /// The response for a lease that has expired.
    func stale<T>(at now: Timestamp) -> Outcome<T, LeaseFailure> { .own(.stale(state.name(at: now))) }
}
