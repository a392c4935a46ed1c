import FairKitCore
import FairKitStore

extension QueueModel {
    /// Makes it pending and visible, in its position.
    mutating func wait(_ number: Int64, due: Timestamp? = nil) {
        let index = Int(number) - 1
        deliveries[index].state = .pending
        deliveries[index].due = due
        deliveries[index].expiry = nil
        deliveries[index].ackedAt = nil
        deliveries[index].parkedAt = nil
        groups[Int(deliveries[index].group) - 1].live.insert(number)
    }

    /// The visible deliveries, in the order in which claims lease them.
    func waiting(in group: Int, _ lane: DeliveryLane) -> [Int64] {
        let live = groups[group].live.map { deliveries[Int($0) - 1] }
        let waiting = live.filter { $0.lane == lane && $0.state == .pending && $0.due == nil }
        return waiting.sorted { ($0.rank, $0.number) < ($1.rank, $1.number) }.map(\.number)
    }

    /// When the next lease or delay ends.
    func nextDue(in group: Int) -> Timestamp? {
        groups[group].live.compactMap { deliveries[Int($0) - 1].expiry ?? deliveries[Int($0) - 1].due }.min()
    }

    /// The twentieth failure parks a delivery that is not critical; the fifth failure of a critical one is recorded.
    private mutating func fail(_ number: Int64, due: Timestamp?, at now: Timestamp) -> DeliveryStateName {
        let index = Int(number) - 1
        let isCritical = alert(of: number).band == .critical
        deliveries[index].attempts += 1
        guard !isCritical, deliveries[index].attempts >= 20 else {
            wait(number, due: due)
            if isCritical, deliveries[index].attempts == 5 { record(.stuck, number, now) }
            return .pending
        }
        deliveries[index].state = .parked
        deliveries[index].expiry = nil
        deliveries[index].parkedAt = now
        groups[Int(deliveries[index].group) - 1].live.remove(number)
        record(.parked, number, now)
        return .parked
    }

    private mutating func endOverdue(of group: Int, _ lane: DeliveryLane, at now: Timestamp) -> Int {
        let live = groups[group].live.map { deliveries[Int($0) - 1] }.filter { $0.lane == lane }
        let expired = live.filter { $0.expiry.map { $0 <= now } ?? false }
            .sorted { ($0.expiry!, $0.rank, $0.number) < ($1.expiry!, $1.rank, $1.number) }.prefix(100)
        for delivery in expired {
            record(.expired, delivery.number, now)
            _ = fail(delivery.number, due: nil, at: now)
        }
        let ended = live.filter { $0.due.map { $0 <= now } ?? false }
            .sorted { ($0.due!, $0.number) < ($1.due!, $1.number) }.prefix(100)
        for delivery in ended { wait(delivery.number) }
        return expired.count + ended.count
    }

    struct Claim: Sendable {
        let consumer: String
        let lease: Int?
        let secrets: [[UInt8]]
        let lanes: Set<DeliveryLane>
    }

    /// Claims come one after another. Their leases are recorded after all that they made visible, one lane after the
    /// other. What became visible is counted where it is leased; the first claim of a lane counts the rest.
    mutating func claims(_ claims: [Claim], from group: Int, at now: Timestamp) -> [QueueOutcome.Claim] {
        var outcomes: [QueueOutcome.Claim] = []
        var visible: [(claim: Int, lane: DeliveryLane, count: Int)] = []
        let before = events.count
        for claim in claims { outcomes.append(self.claim(claim, from: group, at: now, &visible, outcomes.count)) }
        let ended = Dictionary(grouping: events[before...]) { event in
            event.delivery.map { deliveries[Int($0) - 1].lane } ?? .critical
        }
        events.replaceSubrange(before..., with: DeliveryLane.allCases.flatMap { ended[$0, default: []] })
        for (first, lane, count) in visible {
            var rest = count
            for index in outcomes.indices {
                let leased = outcomes[index].leased.count { deliveries[Int($0.number) - 1].lane == lane }
                outcomes[index].madeVisible += min(rest, leased)
                rest -= min(rest, leased)
            }
            outcomes[first].madeVisible += rest
        }
        for leased in outcomes.flatMap(\.leased) { record(.leased, leased.number, now) }
        return outcomes
    }

    private mutating func claim(
        _ request: Claim, from group: Int, at now: Timestamp,
        _ visible: inout [(claim: Int, lane: DeliveryLane, count: Int)], _ index: Int
    ) -> QueueOutcome.Claim {
        var claim = QueueOutcome.Claim()
        let (consumer, lease, secrets) = (request.consumer, request.lease, request.secrets)
        let settings = groups[group].settings
        for lane in DeliveryLane.allCases where request.lanes.contains(lane) && claim.leased.count < secrets.count {
            let count = endOverdue(of: group, lane, at: now)
            if !visible.contains(where: { $0.lane == lane }) { visible.append((index, lane, count)) }
            let has = groups[group].live.count {
                let delivery = deliveries[Int($0) - 1]
                return delivery.lane == lane && delivery.state == .leased && delivery.consumer == consumer
            }
            let waiting = waiting(in: group, lane)
            let room = (lane == .critical ? settings.criticalMaxInFlight : settings.maxInFlight) - has
            guard room > 0 else {
                claim.atMaxInFlight.insert(lane)
                if !waiting.isEmpty { claim.lanesWithMore.insert(lane) }
                continue
            }
            for number in waiting.prefix(min(room, secrets.count - claim.leased.count)) {
                let index = Int(number) - 1
                let isCritical = alert(of: number).band == .critical
                let seconds = lease ?? (isCritical ? settings.criticalLease ?? 30 : settings.lease ?? 30)
                deliveries[index].state = .leased
                deliveries[index].secret = secrets[claim.leased.count]
                deliveries[index].consumer = consumer
                deliveries[index].expiry = now.advanced(by: .seconds(seconds))
                claim.leased.append(QueueOutcome.Leased(deliveries[index]))
            }
        }
        return claim
    }

    /// The standing of a token.
    enum Worth: Hashable, Sendable {
        case unknown
        case stale(DeliveryStateName)
        case held
        case settled(at: Timestamp)
    }

    func worth(_ token: LeaseToken, in group: Int, at now: Timestamp) -> Worth {
        guard token.delivery >= 1, token.delivery <= Int64(deliveries.count) else { return .unknown }
        let delivery = deliveries[Int(token.delivery) - 1]
        guard delivery.group == groups[group].id else { return .unknown }
        let isOver = delivery.expiry.map { $0 <= now } ?? false
        guard delivery.secret == token.secret else { return .stale(isOver ? .pending : delivery.state) }
        switch delivery.state {
        case .leased: return isOver ? .stale(.pending) : .held
        case .acked: return delivery.ackedAt.map { .settled(at: $0) } ?? .unknown
        case .pending, .parked: return .stale(delivery.state)
        }
    }

    mutating func ack(_ number: Int64, at now: Timestamp) {
        deliveries[Int(number) - 1].state = .acked
        deliveries[Int(number) - 1].ackedAt = now
        deliveries[Int(number) - 1].expiry = nil
        groups[Int(deliveries[Int(number) - 1].group) - 1].live.remove(number)
        record(.acked, number, now)
    }

    mutating func release(_ number: Int64, due: Timestamp?, at now: Timestamp) -> DeliveryStateName {
        record(.released, number, now)
        return fail(number, due: due, at: now)
    }

    mutating func extend(_ number: Int64, seconds: Int?, at now: Timestamp) -> Timestamp {
        let settings = groups[Int(deliveries[Int(number) - 1].group) - 1].settings
        let usual = alert(of: number).band == .critical ? settings.criticalLease ?? 30 : settings.lease ?? 30
        let asked = now.advanced(by: .seconds(seconds ?? usual))
        // Only an explicit request shortens a lease.
        let end = seconds == nil ? max(asked, deliveries[Int(number) - 1].expiry ?? asked) : asked
        deliveries[Int(number) - 1].expiry = end
        record(.extended, number, now)
        return end
    }

    /// Undoes a lease whose client disconnected, even an expired one that is not recorded yet: no attempt is counted.
    mutating func undoLease(_ token: LeaseToken, at now: Timestamp) {
        guard token.delivery <= Int64(deliveries.count) else { return }
        let delivery = deliveries[Int(token.delivery) - 1]
        guard delivery.state == .leased, delivery.secret == token.secret else { return }
        wait(token.delivery)
        record(.returned, token.delivery, now)
    }

    mutating func redrive(_ numbers: [Int64]?, of group: Int, limit: Int, at now: Timestamp) -> [Int64] {
        let id = groups[group].id
        let wanted = numbers ?? deliveries.filter { $0.group == id && $0.state == .parked }.map(\.number)
        let parked = wanted.filter { Int($0) <= deliveries.count }.map { deliveries[Int($0) - 1] }
            .filter { $0.group == id && $0.state == .parked }.prefix(limit)
        for delivery in parked {
            wait(delivery.number)
            deliveries[Int(delivery.number) - 1].attempts = 0
            record(.redriven, delivery.number, now)
        }
        return parked.map(\.number)
    }

    /// - Parameter wanted: the numbers of alerts; nil: all that were raised since a time.
    mutating func replay(
        _ wanted: [Int64]?, since: Timestamp, of group: Int, limit: Int, at now: Timestamp
    ) -> [Int64] {
        let chosen: [Delivery] =
            if let wanted {
                wanted.compactMap { delivery(of: $0, in: group) }.filter { $0.state == .acked }
            } else {
                deliveries.filter { $0.group == groups[group].id && $0.state == .acked }
                    .map { (self.alert(of: $0.number), $0) }.filter { $0.0.raisedAt >= since }
                    .sorted { ($0.0.raisedAt, $0.0.number) < ($1.0.raisedAt, $1.0.number) }.map(\.1)
            }
        for delivery in chosen.prefix(limit) {
            wait(delivery.number)
            deliveries[Int(delivery.number) - 1].attempts = 0
            deliveries[Int(delivery.number) - 1].isReplay = true
            deliveries[Int(delivery.number) - 1].lane = .ordinary
            deliveries[Int(delivery.number) - 1].generation += 1
            record(.replayed, delivery.number, now)
        }
        return chosen.prefix(limit).map(\.number)
    }
}
