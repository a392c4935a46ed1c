package import FairKitCore
package import Relational

/// A token's delivery, as a request with that token finds it.
package struct LeaseView: Sendable {
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
    /// The delivery's last event, and the newest event of all alerts.
    let events: (last: Int64?, newest: Int64?)

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
        try first("\(leaseOfDelivery) WHERE d.number = \(token.delivery) AND d.group_id = \(group.id)") {
            row throws(DatabaseError) in
            try LeaseRow(row: row).view(for: token, in: group, isEqual: isEqual)
        }
    }

    /// The deliveries of tokens, in whatever groups.
    /// - Returns: them by their numbers. Those that are missing are of no delivery.
    package func leases(_ tokens: [LeaseToken]) throws(DatabaseError) -> [Int64: LeaseRow] {
        var leases: [Int64: LeaseRow] = [:]
        let numbers = Array(Set(tokens.map(\.delivery)))
        for start in stride(from: 0, to: numbers.count, by: [Int64].longestList) {
            let some = Array(numbers[start..<Swift.min(start + [Int64].longestList, numbers.count)])
            _ = try all("\(leaseOfDelivery) WHERE d.number IN (\(some.list))") { row throws(DatabaseError) in
                let lease = try LeaseRow(row: row)
                leases[lease.number] = lease
            }
        }
        return leases
    }
}

private let leaseOfDelivery: SQL = """
    SELECT d.number, d.state, d.token, d.lease_expires_at, d.acked_at, d.alert_id, a.band, d.consumer, a.raised_at, d.generation,
        d.last_event, (SELECT MAX(number) FROM alert_event), d.group_id
    FROM delivery d JOIN alert a ON a.id = d.alert_id
    """

/// A delivery, as its tokens are compared with it.
package struct LeaseRow: Sendable {
    let number: Int64
    /// The id of its group.
    package let group: Int64
    package var state: DeliveryState
    private let secret: [UInt8]?
    private let alert: AlertID
    private let band: Band
    private let consumer: String?
    private let raisedAt: Timestamp
    private let generation: Int
    private let events: (last: Int64?, newest: Int64?)

    fileprivate init(row: borrowing Row) throws(DatabaseError) {
        number = try row.value(0)
        state =
            switch try row.value(1, as: DeliveryStateName.self) {
            case .pending: .pending
            case .leased: .leased(until: try row.value(3))
            case .acked: .acked(at: try row.value(4))
            case .parked: .parked
            }
        secret = try row.value(2)
        (alert, band, consumer) = (try row.value(5), try row.value(6), try row.value(7))
        (raisedAt, generation) = (try row.value(8), try row.value(9))
        events = (try row.value(10), try row.value(11))
        group = try row.value(12)
    }

    /// How a request with a token finds it.
    /// - Parameter isEqual: compares two secrets in constant time.
    package func view(
        for token: LeaseToken, in group: ConsumerGroup, isEqual: ([UInt8], [UInt8]) -> Bool
    ) -> LeaseView {
        LeaseView(
            alert: alert, band: band, raisedAt: raisedAt, isFirst: generation == 0, consumer: consumer, state: state,
            defaultLease: group.settings.lease(for: band),
            isNewest: secret.map { isEqual($0, token.secret) } ?? false, events: events)
    }
}

extension [Int64] {
    /// The most numbers of one list.
    fileprivate static let longestList = 256

    /// The numbers as the list of an `IN`. Their count is rounded up by repeating the last one, so that few statements
    /// have to be prepared.
    fileprivate var list: SQL {
        guard let last else { return "NULL" }
        let size = [1, 4, 16, 64, [Int64].longestList].first { $0 >= count } ?? count
        let numbers = self + [Int64](repeating: last, count: size - count)
        return numbers.map { "\($0)" as SQL }.joined(by: ", ")
    }
}

/// An ack that is about to be stored.
package struct Ack: Sendable {
    package let delivery: Int64
    package let lease: LeaseView
    package let actor: ActorID
    package let at: Timestamp

    package init(of delivery: Int64, _ lease: LeaseView, actor: ActorID, at: Timestamp) {
        self.delivery = delivery
        self.lease = lease
        self.actor = actor
        self.at = at
    }
}

extension SQL {
    /// The assignments of an ack.
    fileprivate static func acking(at now: Timestamp) -> SQL {
        "state = 'acked', acked_at = \(now), lease_expires_at = NULL"
    }
}

extension Connection where Access == Writing {
    /// Acks a delivery, which ends its redelivery.
    package func ack(_ token: LeaseToken, of alert: AlertID, actor: ActorID, at now: Timestamp)
        throws(DatabaseError)
    {
        try append(
            .acked, about: alert, delivery: token.delivery, setting: .acking(at: now), actor: actor, at: now)
    }

    /// Acks different deliveries, in their order. Their leases were read in this transaction, and no event was appended
    /// since.
    package func ack(_ acks: [Ack]) throws(DatabaseError) {
        guard let first = acks.first else { return }
        try append(
            acks.map { ack in
                DeliveryEvent(
                    kind: .acked, alert: ack.lease.alert, delivery: ack.delivery, previous: ack.lease.events.last,
                    columns: .acking(at: ack.at), actor: ack.actor, at: ack.at)
            }, after: first.lease.events.newest ?? 0)
    }

    /// Sets the end of a lease.
    package func extend(
        _ token: LeaseToken, of alert: AlertID, until end: Timestamp, actor: ActorID, at now: Timestamp
    ) throws(DatabaseError) {
        try append(
            .extended, about: alert, delivery: token.delivery, setting: "lease_expires_at = \(end)", actor: actor,
            at: now)
    }

    /// Releases a delivery (nack): it is pending again in its old position with one attempt more, or parked.
    /// - Parameter due: when it becomes visible again; nil: at once.
    /// - Returns: its new state.
    @discardableResult
    package func release(
        _ token: LeaseToken, of alert: AlertID, due: Timestamp?, reason: String?, actor: ActorID, at now: Timestamp
    ) throws(DatabaseError) -> DeliveryStateName {
        try append(.released, about: alert, delivery: token.delivery, actor: actor, reason: reason, at: now)
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
        try append(
            .returned, about: alert, delivery: token.delivery,
            setting: "state = 'pending', lease_expires_at = NULL", actor: actor, at: now)
    }
}
