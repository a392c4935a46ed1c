package import FairKitCore
package import Relational

/// A consumer's claim.
package struct Claim: Sendable {
    package let actor: ActorID
    package let consumer: String
    /// nil: the group's lease.
    package let lease: Duration?
    /// One for each delivery that the claim may lease.
    package let secrets: [[UInt8]]
    /// The lanes to claim from.
    package var lanes: Set<DeliveryLane>

    package init(
        actor: ActorID, consumer: String, lease: Duration?, secrets: [[UInt8]],
        lanes: Set<DeliveryLane> = Set(DeliveryLane.allCases)
    ) {
        self.actor = actor
        self.consumer = consumer
        self.lease = lease
        self.secrets = secrets
        self.lanes = lanes
    }
}

/// The result of a claim.
package struct Claimed: Sendable {
    package var leased: [Delivery] = []
    /// How many deliveries the claim made visible because their lease or delay had ended.
    package var madeVisible = 0
    /// The lanes in which the consumer holds its maxInFlight.
    package var atMaxInFlight: Set<DeliveryLane> = []
    /// Those of them that have more deliveries for other consumers.
    package var lanesWithMore: Set<DeliveryLane> = []

    package init() {}
}

extension WriteTransaction {
    /// Leases the first pending deliveries of a group: critical ones first, then by rank; in each lane up to the
    /// consumer's maxInFlight.
    package func claim(
        _ claim: Claim, from group: ConsumerGroup, at now: Timestamp
    ) throws(DatabaseError) -> Claimed {
        try self.claim([claim], from: group, at: now).first ?? Claimed()
    }

    /// Carries out claims from one group together: each gets what it would get if it came after the one before. See
    /// decision 0120.
    /// - Returns: the results, in the order of the claims.
    package func claim(
        _ claims: [Claim], from group: ConsumerGroup, at now: Timestamp
    ) throws(DatabaseError) -> [Claimed] {
        var allotments = claims.map { Allotment(to: $0) }
        // Each delivery that a lane makes visible is an event, so the newest event is that of the last lane.
        var newest: Int64?
        for lane in DeliveryLane.allCases {
            let wanting = allotments.indices.filter { allotments[$0].wants(lane) }
            guard !wanting.isEmpty else { continue }
            let (madeVisible, held) = try endOverdue(
                of: group, lane, at: now, for: Set(wanting.map { claims[$0].consumer }), claims: wanting.count)
            if madeVisible > 0 { newest = nil }
            var room = LaneRoom(maxInFlight: group.settings.maxInFlight(in: lane), held)
            let limit = room.mostNeeded(by: wanting.map { allotments[$0] })
            let found = limit == 0 ? [] : try claimable(in: group, lane, limit: limit)
            newest = found.first?.newestEvent ?? newest
            room.allot(found, of: lane, madeVisible: madeVisible, to: wanting, among: &allotments)
        }
        var events: [DeliveryEvent] = []
        let results = allotments.map { $0.leased(from: group, at: now, noting: &events) }
        guard !events.isEmpty else { return results }
        let last = if let newest { newest } else { try lastAlertEvent() }
        try appendDeliveryEvents(
            .leased, events, setting: "state = 'leased'", and: ["token", "consumer", "lease_expires_at"], after: last)
        return results
    }
}

/// The deliveries that a claim gets.
private struct Allotment {
    typealias Found = (delivery: PendingDelivery, lastEvent: Int64?, newestEvent: Int64?)

    let claim: Claim
    var claimed = Claimed()
    private var found: [(Found, secret: [UInt8])] = []

    init(to claim: Claim) { self.claim = claim }

    /// How many deliveries it still wants.
    var wanted: Int { claim.secrets.count - found.count }

    func wants(_ lane: DeliveryLane) -> Bool { wanted > 0 && claim.lanes.contains(lane) }

    mutating func take(_ deliveries: ArraySlice<Found>) {
        found += zip(deliveries, claim.secrets.suffix(wanted)).map { ($0, secret: $1) }
    }

    /// The claim's result.
    /// - Parameter events: gets the events of its leases.
    func leased(from group: ConsumerGroup, at now: Timestamp, noting events: inout [DeliveryEvent]) -> Claimed {
        var claimed = claimed
        for ((pending, lastEvent, _), secret) in found {
            let until = now.advanced(by: claim.lease ?? group.settings.lease(for: pending.alert.band))
            events.append(
                DeliveryEvent(
                    alert: pending.alert.id, delivery: pending.number, previous: lastEvent,
                    values: ["\(secret)", "\(claim.consumer)", "\(until)"], actor: claim.actor, at: now))
            claimed.leased.append(
                Delivery(
                    number: pending.number, alert: pending.alert, attempts: pending.attempts,
                    token: LeaseToken(delivery: pending.number, secret: secret), leaseExpiresAt: until,
                    isReplay: pending.isReplay, generation: pending.generation))
        }
        return claimed
    }
}

/// How many deliveries of a lane each consumer may still lease.
private struct LaneRoom {
    private let maxInFlight: Int
    /// How many each consumer holds.
    private var held: [String: Int]

    init(maxInFlight: Int, _ held: [String: Int]) {
        self.maxInFlight = maxInFlight
        self.held = held
    }

    private func room(of consumer: String) -> Int { max(0, maxInFlight - held[consumer, default: 0]) }

    /// How many visible deliveries tell what each claim gets: one more than all may lease if a consumer is at its
    /// maxInFlight, because its claim tells whether there is more for others.
    func mostNeeded(by claims: [Allotment]) -> Int {
        var rest = self
        var (count, isAtMost) = (0, false)
        for allotment in claims {
            let (consumer, room) = (allotment.claim.consumer, rest.room(of: allotment.claim.consumer))
            if room == 0 { isAtMost = true }
            let share = min(allotment.wanted, room)
            rest.held[consumer, default: 0] += share
            count += share
        }
        return isAtMost ? count + 1 : count
    }

    /// Shares out the deliveries, in the order of the claims.
    /// - Parameters:
    ///   - madeVisible: how many deliveries have become visible.
    ///   - indices: which of the allotments are of claims from this lane.
    mutating func allot(
        _ found: [Allotment.Found], of lane: DeliveryLane, madeVisible: Int, to indices: [Int],
        among allotments: inout [Allotment]
    ) {
        var (rest, visible) = (found[...], madeVisible)
        for index in indices {
            let consumer = allotments[index].claim.consumer
            let room = room(of: consumer)
            guard room > 0 else {
                allotments[index].claimed.atMaxInFlight.insert(lane)
                if !rest.isEmpty { allotments[index].claimed.lanesWithMore.insert(lane) }
                continue
            }
            let share = rest.prefix(min(allotments[index].wanted, room))
            rest = rest.dropFirst(share.count)
            held[consumer, default: 0] += share.count
            allotments[index].take(share)
            // Each counts those that it leases, so that no other claim is woken for them.
            let own = min(visible, share.count)
            visible -= own
            allotments[index].claimed.madeVisible += own
        }
        if let first = indices.first { allotments[first].claimed.madeVisible += visible }
    }
}
