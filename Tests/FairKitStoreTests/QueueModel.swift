import FairKitCore
import FairKitStore

/// The queue as its rules define it, in memory and as values: a copy is a state to return to.
///
/// It is independent of the store's implementation, and repeats the constants of the rules on purpose.
struct QueueModel: Sendable {
    struct Alert: Sendable {
        let number: Int64
        let band: Band
        let raisedAt: Timestamp
        var isOpen = true

        var id: AlertID { QueueModel.id(number, at: raisedAt) }
        /// The handicaps of the bands below critical are 0, 60 minutes and 24 hours.
        var rank: Int64 { raisedAt.milliseconds + [0, 0, 3_600_000, 86_400_000][band.rawValue] }
    }

    struct Group: Sendable {
        let id: Int64
        let name: String
        var settings: ConsumerGroup.Settings
        /// Pending or leased deliveries.
        var live: Set<Int64> = []
        /// The alerts that it has received.
        var alerts: Set<Int64> = []
    }

    /// All columns of a delivery.
    struct Delivery: Hashable, Sendable {
        let number: Int64
        let alert: AlertID
        let group: Int64
        var lane: DeliveryLane
        let rank: Int64
        var state = DeliveryStateName.pending
        var attempts = 0
        var secret: [UInt8]?
        var consumer: String?
        var expiry: Timestamp?
        var ackedAt: Timestamp?
        var parkedAt: Timestamp?
        var due: Timestamp?
        var isReplay = false
        var generation = 0
    }

    struct Event: Hashable, Sendable {
        let kind: AlertEventKind
        let alert: AlertID
        let delivery: Int64?
        let at: Timestamp
    }

    var groups: [Group]
    var alerts: [Alert] = []
    /// The first has the number 1.
    var deliveries: [Delivery] = []
    /// The alert of each of them.
    private var alertOf: [Int] = []
    /// The deliveries of each alert.
    private var deliveriesOf: [[Int64]] = []
    private(set) var counts: [AlertEventKind: Int] = [:]
    /// The events since the last comparison.
    var events: [Event] = []

    init() {
        groups = [Group(id: 1, name: ConsumerGroup.defaultName, settings: ConsumerGroup.Settings())]
    }

    /// An id that begins with the time, like the server's.
    static func id(_ number: Int64, at time: Timestamp) -> AlertID {
        let bytes =
            AlertID.first(at: time).bytes.prefix(8) + (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        return AlertID(sixteen: Array(bytes)) ?? AlertID.first(at: time)
    }

    func delivery(of alert: Int64, in group: Int) -> Delivery? {
        deliveriesOf[Int(alert) - 1].map { deliveries[Int($0) - 1] }.first { $0.group == groups[group].id }
    }

    func alert(of delivery: Int64) -> Alert { alerts[alertOf[Int(delivery) - 1]] }

    private mutating func record(_ kind: AlertEventKind, _ alert: Alert, _ delivery: Int64?, _ now: Timestamp) {
        counts[kind, default: 0] += 1
        events.append(Event(kind: kind, alert: alert.id, delivery: delivery, at: now))
    }

    mutating func record(_ kind: AlertEventKind, _ delivery: Int64, _ now: Timestamp) {
        record(kind, alert(of: delivery), delivery, now)
    }
}

extension QueueModel {
    private mutating func add(_ alert: Alert, to group: Int) {
        let number = Int64(deliveries.count + 1)
        deliveries.append(
            Delivery(
                number: number, alert: alert.id, group: groups[group].id,
                lane: alert.band == .critical ? .critical : .ordinary, rank: alert.rank))
        alertOf.append(Int(alert.number) - 1)
        deliveriesOf[Int(alert.number) - 1].append(number)
        groups[group].live.insert(number)
        groups[group].alerts.insert(alert.number)
    }

    mutating func raise(_ band: Band, at raised: Timestamp) {
        let alert = Alert(number: Int64(alerts.count + 1), band: band, raisedAt: raised)
        alerts.append(alert)
        deliveriesOf.append([])
        for group in groups.indices where groups[group].settings.bands.contains(band) { add(alert, to: group) }
        record(.raised, alert, nil, raised)
    }

    mutating func retract(_ alert: Int64, at now: Timestamp) {
        guard alerts[Int(alert) - 1].isOpen else { return }
        alerts[Int(alert) - 1].isOpen = false
        for number in deliveriesOf[Int(alert) - 1] where deliveries[Int(number) - 1].state != .acked {
            deliveries[Int(number) - 1].generation += 1
        }
        record(.retracted, alerts[Int(alert) - 1], nil, now)
    }

    /// An alert's patient becomes known: all groups get it as new, in its original position.
    mutating func bind(_ alert: Int64, at now: Timestamp) {
        for number in deliveriesOf[Int(alert) - 1] {
            let index = Int(number) - 1
            if deliveries[index].state == .parked { deliveries[index].attempts = 0 }
            deliveries[index].generation += 1
            deliveries[index].isReplay = false
            deliveries[index].lane = alerts[Int(alert) - 1].band == .critical ? .critical : .ordinary
            wait(number)
        }
        record(.bound, alerts[Int(alert) - 1], nil, now)
    }

    mutating func makeGroup(_ name: String, _ settings: ConsumerGroup.Settings, at now: Timestamp) -> Int {
        groups.append(Group(id: Int64(groups.count + 1), name: name, settings: settings))
        return backfill(to: groups.count - 1, at: now)
    }

    mutating func change(_ group: Int, to settings: ConsumerGroup.Settings, at now: Timestamp) -> Int {
        groups[group].settings = settings
        return backfill(to: group, at: now)
    }

    private mutating func backfill(to group: Int, at now: Timestamp) -> Int {
        let (bands, got) = (groups[group].settings.bands, groups[group].alerts)
        let missing = alerts.filter { $0.isOpen && bands.contains($0.band) && !got.contains($0.number) }
            .sorted { ($0.band.rawValue, $0.rank, $0.number) < ($1.band.rawValue, $1.rank, $1.number) }
        for alert in missing {
            add(alert, to: group)
            record(.backfilled, Int64(deliveries.count), now)
        }
        return missing.count
    }
}
