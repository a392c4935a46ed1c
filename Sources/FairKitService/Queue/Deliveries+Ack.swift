package import FairKitCore
import FairKitStore

/// A delivery that is acked.
package struct AckedDelivery: Sendable {
    package let number: Int64
    /// The time of the first ack, if this one repeats it.
    package let at: Timestamp
    let consumer: String?
    /// The time since the alert was raised; nil for a repeated ack or a redelivery.
    let time: (band: Band, taken: Duration)?
}

extension Deliveries {
    /// Acks deliveries: their consumer has passed the alerts on. An ack ends redelivery; it does not acknowledge the
    /// alert.
    ///
    /// - Returns: an outcome for each token, in their order.
    package func ack(
        _ tokens: [String], in group: String, by caller: Caller
    ) async throws(Refusal<LeaseFailure>) -> LeaseOutcomes<AckedDelivery> {
        try await tenant.permit(.consumeAlerts, to: caller, for: LeaseFailure.self)
        let call = AckCall(group: group, tokens: try Deliveries.parsed(tokens))
        let outcomes = try await tenant.write(.consumeAlerts, as: caller, lane: .critical, call, by: tenant.acks)
        count(outcomes)
        for case .success(let acked) in outcomes {
            if let (band, taken) = acked.time { tenant.leaseMetrics.acked(band, after: taken) }
        }
        tenant.waiters.free(Set(outcomes.compactMap { (try? $0.get())?.consumer }), of: group)
        return outcomes
    }

    /// Extends the lease of a delivery, any number of times before it expires.
    ///
    /// - Parameter seconds: the new length of the lease, from now; nil: the group's lease for the band, but never less than
    ///   what is left.
    /// - Returns: the delivery's number, and when its lease expires.
    package func extend(
        _ token: String, seconds: Int?, in group: String, found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<LeaseFailure>) -> (number: Int64, until: Timestamp) {
        try await tenant.permit(.consumeAlerts, to: caller, for: LeaseFailure.self)
        var faults = faults
        faults.require(seconds.map { Band.leaseSeconds.contains($0) } ?? true, "/leaseSeconds", "5 to 900 seconds")
        try faults.refuse(for: LeaseFailure.self)
        let outcomes = try await use([token], in: group, by: caller) {
            (tx, grant, token, lease) throws(DatabaseError) -> Outcome<(number: Int64, until: Timestamp), LeaseFailure>
            in
            guard lease.isHeld(at: grant.now) else { return lease.stale(at: grant.now) }
            let end = lease.end(of: seconds.map { .seconds($0) }, at: grant.now)
            try tx.extend(token, of: lease.alert, until: end, actor: grant.subject.id, at: grant.now)
            return .success((token.delivery, end))
        }
        let extended = try outcomes[0].get()
        // The new expiry may be earlier than the old one.
        tenant.waiters.expect(extended.until, in: group)
        return extended
    }
}
