package import FairKitCore
package import Relational

/// A token's delivery, as a request with that token finds it.
package struct LeaseView: Hashable, Sendable {
    package let alert: AlertID
    package let band: Band
    package let raisedAt: Timestamp
    /// Whether it is the first generation: not a replay, and not redelivered since the patient became known.
    package let isFirst: Bool
    /// The consumer that leased it last.
    package let consumer: String?
    package let state: DeliveryState
    /// The group's lease for its band.
    package let defaultLease: Duration
    /// Whether the token is that of the last lease.
    package let isNewest: Bool

    /// Whether the token's lease is still valid.
    package func isHeld(at now: Timestamp) -> Bool { isNewest && state.name(at: now) == .leased }

    /// When the lease ends if it is extended now.
    /// - Parameter lease: the requested length, which may be shorter than the rest; nil: the group's lease, which never
    ///   shortens.
    package func end(of lease: Duration?, at now: Timestamp) -> Timestamp {
        let end = now.advanced(by: lease ?? defaultLease)
        guard lease == nil, case .leased(let until) = state else { return end }
        return max(until, end)
    }
}

extension Connection {
    /// The delivery of a token, in a group.
    /// - Parameter isEqual: compares two secrets in constant time.
    /// - Returns: nil if there is no such delivery in the group.
    package func lease(
        _ token: LeaseToken, in group: ConsumerGroup, isEqual: ([UInt8], [UInt8]) -> Bool
    ) throws(DatabaseError) -> LeaseView? {
        try first("\(LeaseRow.selection) WHERE d.number = \(token.delivery) AND d.group_id = \(group.id)") {
            row throws(DatabaseError) in
            try LeaseRow(row: row).view(for: token, in: group, isEqual: isEqual)
        }
    }
}

extension WriteTransaction {
    /// Acks a delivery, which ends its redelivery.
    package func ack(_ token: LeaseToken, of alert: AlertID, actor: ActorID, at now: Timestamp)
        throws(DatabaseError)
    {
        try appendDeliveryEvent(
            .acked, about: alert, delivery: token.delivery,
            setting: "state = 'acked', acked_at = \(now), lease_expires_at = NULL", actor: actor, at: now)
    }

    /// Sets the end of a lease.
    package func extend(
        _ token: LeaseToken, of alert: AlertID, until end: Timestamp, actor: ActorID, at now: Timestamp
    ) throws(DatabaseError) {
        try appendDeliveryEvent(
            .extended, about: alert, delivery: token.delivery, setting: "lease_expires_at = \(end)", actor: actor,
            at: now)
    }

    /// Releases a delivery (nack): it is pending again in its old position with one attempt more, or parked.
    /// - Parameter due: when it becomes visible again; nil: at once.
    /// - Returns: its new state.
    @discardableResult
    package func releaseDelivery(
        _ token: LeaseToken, of alert: AlertID, due: Timestamp?, reason: String?, actor: ActorID, at now: Timestamp
    ) throws(DatabaseError) -> DeliveryStateName {
        try appendDeliveryEvent(
            .released, about: alert, delivery: token.delivery, actor: actor, reason: reason, at: now)
        return try fail(token.delivery, of: alert, due: due, actor: actor, at: now)
    }

    /// Undoes a lease whose consumer closed the connection before the response. No attempt is counted.
    package func undoLease(
        _ token: LeaseToken, of alert: AlertID, actor: ActorID, at now: Timestamp
    ) throws(DatabaseError) {
        let isHeld = try exists(
            """
            SELECT 1 FROM delivery
            WHERE number = \(token.delivery) AND state = 'leased' AND token = \(token.secret)
            """)
        guard isHeld else { return }
        try appendDeliveryEvent(
            .returned, about: alert, delivery: token.delivery,
            setting: "state = 'pending', lease_expires_at = NULL", actor: actor, at: now)
    }
}
