package import FairKitCore
package import Relational

/// Acks of several callers that are stored together: each is decided after those before it. See decision 0120.
package struct JointAcks {
    private var leases: [Int64: LeaseRow]
    fileprivate private(set) var events: [DeliveryEvent] = []
    /// The newest event when the leases were read.
    fileprivate let newest: Int64?

    fileprivate init(_ leases: [Int64: LeaseRow]) {
        self.leases = leases
        newest = leases.values.first?.newestEvent
    }

    /// The group of a name, if a token is of one of its deliveries.
    package func group(named name: String) -> ConsumerGroup? {
        leases.values.first { !$0.isGroupClosed && $0.group.name == name }?.group
    }

    /// How a request with a token finds its delivery.
    /// - Parameter isEqual: compares two secrets in constant time.
    /// - Returns: nil if there is no such delivery in the group.
    package func lease(
        _ token: LeaseToken, in group: ConsumerGroup, isEqual: ([UInt8], [UInt8]) -> Bool
    ) -> LeaseView? {
        guard let lease = leases[token.delivery], lease.group.id == group.id else { return nil }
        return lease.view(for: token, in: group, isEqual: isEqual)
    }

    /// Acks a delivery, if its lease is held.
    /// - Parameter lease: how `lease` found it.
    package mutating func ack(
        _ token: LeaseToken, _ lease: LeaseView, actor: ActorID, at now: Timestamp
    ) -> Settlement {
        let settlement = Settlement(of: lease.state, isNewest: lease.isNewest, at: now)
        guard case .acked(let at) = settlement else { return settlement }
        events.append(
            DeliveryEvent(
                alert: lease.alert, delivery: token.delivery, previous: leases[token.delivery]?.lastEvent,
                values: ["\(at)"], actor: actor, at: at))
        leases[token.delivery]?.state = .acked(at: at)
        return settlement
    }
}

extension WriteTransaction {
    /// Reads the leases of some tokens, in whatever groups, so that they can be acked.
    package func jointAcks(of tokens: [LeaseToken]) throws(DatabaseError) -> JointAcks {
        var leases: [Int64: LeaseRow] = [:]
        for some in Set(tokens.map(\.delivery)).sorted().padded(to: [1, 4, 16, 64, 256]) {
            let numbers = some.map { "\($0)" as SQL }.joined(by: ", ")
            _ = try all("\(LeaseRow.selection) WHERE d.number IN (\(numbers))") { row throws(DatabaseError) in
                let lease = try LeaseRow(row: row)
                leases[lease.number] = lease
            }
        }
        return JointAcks(leases)
    }

    /// Stores acks. No event was appended since their leases were read.
    package func storeAcks(_ acks: JointAcks) throws(DatabaseError) {
        guard !acks.events.isEmpty else { return }
        try appendDeliveryEvents(
            .acked, acks.events, setting: "state = 'acked', lease_expires_at = NULL", and: ["acked_at"],
            after: acks.newest ?? 0)
    }
}

/// A delivery, as tokens are compared with it.
struct LeaseRow: Sendable {
    let number: Int64
    let group: ConsumerGroup
    /// A closed group keeps its deliveries, and another one may have its name.
    let isGroupClosed: Bool
    var state: DeliveryState
    let lastEvent: Int64?
    /// The newest event of all alerts.
    let newestEvent: Int64?
    private let secret: [UInt8]?
    private let alert: AlertID
    private let band: Band
    private let consumer: String?
    private let raisedAt: Timestamp
    private let generation: Int

    static let selection: SQL = """
        SELECT d.number, d.state, d.token, d.lease_expires_at, d.acked_at, d.alert_id, a.band, d.consumer, a.raised_at, d.generation,
            d.last_event, (SELECT MAX(number) FROM alert_event), g.closed_at IS NOT NULL, \(ConsumerGroup.columns)
        FROM delivery d JOIN alert a ON a.id = d.alert_id JOIN consumer_group g ON g.id = d.group_id
        """

    init(row: borrowing Row) throws(DatabaseError) {
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
        (lastEvent, newestEvent, isGroupClosed) = (try row.value(10), try row.value(11), try row.value(12))
        group = try ConsumerGroup(row: row, from: 13)
    }

    /// How a request with a token finds it.
    /// - Parameter isEqual: compares two secrets in constant time.
    func view(for token: LeaseToken, in group: ConsumerGroup, isEqual: ([UInt8], [UInt8]) -> Bool) -> LeaseView {
        LeaseView(
            alert: alert, band: band, raisedAt: raisedAt, isFirst: generation == 0, consumer: consumer, state: state,
            defaultLease: group.settings.lease(for: band),
            isNewest: secret.map { isEqual($0, token.secret) } ?? false)
    }
}
