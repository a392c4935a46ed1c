package import FairKitCore
package import SQLCipher

/// A delivery as a consumer who shows a token finds it.
package struct LeaseView: Hashable, Sendable {
    package let alert: AlertID
    package let band: Band
    package let raisedAt: Timestamp
    /// Whether it is handed out for the first time: no replay, and not since the alert has learned whose it is.
    package let isFirst: Bool
    /// Who leased it last.
    package let consumer: String?
    package let state: DeliveryState
    /// What the group gives for it.
    package let defaultLease: Duration
    /// Whether the token is the last one that was handed out.
    package let isNewest: Bool

    /// Whether the token's lease is in force.
    package func isHeld(at now: Timestamp) -> Bool { isNewest && state.name(at: now) == .leased }
}

extension Connection {
    /// The delivery that a token names, in a group.
    /// - Parameter isEqual: compares two secrets in constant time.
    /// - Returns: nil if there is no such delivery in the group.
    package func lease(
        _ token: LeaseToken, in group: ConsumerGroup, isEqual: ([UInt8], [UInt8]) -> Bool
    ) throws(DatabaseError) -> LeaseView? {
        try first(
            """
            SELECT d.state, d.token, d.lease_expires_at, d.delivered_at, d.alert_id, a.band, d.consumer, a.raised_at, d.generation
            FROM delivery d JOIN alert a ON a.id = d.alert_id
            WHERE d.number = \(token.delivery) AND d.group_id = \(group.id)
            """
        ) { row throws(DatabaseError) in
            let state: DeliveryState =
                switch try row.value(0, as: DeliveryStateName.self) {
                case .pending: .pending
                case .leased: .leased(until: try row.value(2))
                case .delivered: .delivered(at: try row.value(3))
                case .parked: .parked
                }
            let secret = try row.value(1, as: [UInt8]?.self)
            let band = try row.value(5, as: Band.self)
            return LeaseView(
                alert: try row.value(4), band: band, raisedAt: try row.value(7),
                isFirst: try row.value(8, as: Int.self) == 0,
                consumer: try row.value(6),
                state: state,
                defaultLease: group.terms.lease(for: band), isNewest: secret.map { isEqual($0, token.secret) } ?? false)
        }
    }
}

extension Connection where Access == Writing {
    /// Notes that a delivery was passed on.
    package func deliver(_ token: LeaseToken, of alert: AlertID, actor: ActorID, at now: Timestamp)
        throws(DatabaseError)
    {
        try append(
            .delivered, about: alert, delivery: token.delivery,
            setting: "state = 'delivered', delivered_at = \(now), lease_expires_at = NULL", actor: actor, at: now)
    }

    /// Makes a lease end at another time.
    package func extend(
        _ token: LeaseToken, of alert: AlertID, until end: Timestamp, actor: ActorID, at now: Timestamp
    ) throws(DatabaseError) {
        try append(
            .extended, about: alert, delivery: token.delivery, setting: "lease_expires_at = \(end)", actor: actor,
            at: now)
    }

    /// Returns a delivery to pending with one attempt more, its place in the order stays; or parks it.
    /// - Parameter due: when it comes into view again; nil: at once.
    /// - Returns: where it is now.
    @discardableResult
    package func release(
        _ token: LeaseToken, of alert: AlertID, due: Timestamp?, reason: String?, actor: ActorID, at now: Timestamp
    ) throws(DatabaseError) -> DeliveryStateName {
        try append(.released, about: alert, delivery: token.delivery, actor: actor, reason: reason, at: now)
        return try fail(token.delivery, of: alert, due: due, actor: actor, at: now)
    }

    /// Undoes a lease that its consumer never heard of: it went away before the answer. No attempt is counted.
    package func takeBack(
        _ token: LeaseToken, of alert: AlertID, actor: ActorID, at now: Timestamp
    ) throws(DatabaseError) {
        let isHeld = try exists(
            """
            SELECT 1 FROM delivery
            WHERE number = \(token.delivery) AND state = 'leased' AND token = \(token.secret)
            """)
        guard isHeld else { return }
        try append(
            .returned, about: alert, delivery: token.delivery,
            setting: "state = 'pending', lease_expires_at = NULL", actor: actor, at: now)
    }
}
