import FairKitCore

/// Pseudorandom numbers, the same in each run (Vigna's SplitMix64).
struct SplitMix64: RandomNumberGenerator, Sendable {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int(next() >> 33) % max(1, limit) }
    mutating func happens(_ percent: Int) -> Bool { below(100) < percent }

    mutating func secret() -> [UInt8] {
        let (high, low) = (next(), next())
        return (0..<8).map { UInt8(truncatingIfNeeded: high >> (8 * $0)) }
            + (0..<8).map { UInt8(truncatingIfNeeded: low >> (8 * $0)) }
    }
}

/// Generates the next operation.
struct QueueGenerator: Sendable {
    var random: SplitMix64
    var now = Example.now
    /// Tokens of leases, including those of transactions that a crash undid.
    private var tokens: [LeaseToken] = []
    /// Sometimes hardly any ack succeeds.
    private var acks = 20

    init(seed: UInt64) {
        random = SplitMix64(state: seed)
    }

    mutating func remember(_ claim: QueueOutcome.Claim) {
        for handed in claim.leased {
            let token = LeaseToken(delivery: handed.number, secret: handed.secret ?? [])
            if tokens.count < 400 { tokens.append(token) } else { tokens[random.below(400)] = token }
        }
    }

    /// Mostly moments pass, sometimes days.
    mutating func pass() {
        let milliseconds =
            switch random.below(1000) {
            case 0..<600: random.below(400)
            case 600..<950: random.below(5000)
            case 950..<998: random.below(60_000)
            default: random.below(3 * 86_400_000)
            }
        now = now.advanced(by: .milliseconds(milliseconds))
    }

    mutating func operation(on model: QueueModel) -> QueueOperation {
        if random.below(400) == 0 { acks = [2, 20, 40][random.below(3)] }
        let group = random.below(model.groups.count)
        guard !model.alerts.isEmpty else { return .raise(.urgent, at: now) }
        switch random.below(100 + acks) {
        case 0..<8: return raise(model)
        case 8..<28: return claim(group)
        case 28..<38: return .claimTogether(group: group, (0...random.below(6)).map { _ in claim() })
        case 38..<68:
            let (token, group) = token(model, group)
            return .release(token, group: group, delay: random.happens(70) ? 0 : 1 + random.below(3600))
        case 68..<77:
            let (token, group) = token(model, group)
            return .extend(token, group: group, seconds: random.happens(50) ? nil : 5 + random.below(895))
        case 77..<82:
            let (token, _) = token(model, group)
            guard token.delivery >= 1, token.delivery <= Int64(model.deliveries.count) else { return claim(group) }
            return .undoLease(token, alert: model.alert(of: token.delivery).number)
        case 82..<86:
            let numbers = (0..<4).map { _ in Int64(1 + random.below(model.deliveries.count + 2)) }
            return .redrive(
                random.happens(50) ? Array(Set(numbers)).sorted() : nil, group: group, limit: 4 + random.below(3))
        case 86..<92:
            let alerts = (0..<4).map { _ in Int64(1 + random.below(model.alerts.count)) }
            return .replay(
                random.happens(70) ? Array(Set(alerts)).sorted() : nil,
                since: now.advanced(by: .seconds(-random.below(200_000))), group: group, limit: 4 + random.below(3))
        case 92..<96:
            let alert = model.alerts[max(0, model.alerts.count - 1 - random.below(40))]
            return alert.isOpen ? .bind(alert.number) : claim(group)
        case 96..<98: return .retract(Int64(1 + random.below(model.alerts.count)))
        case 98..<100:
            guard random.happens(10) else { return claim(group) }
            guard model.groups.count < 4, random.happens(50) else { return .change(group, settings()) }
            return .make("group-\(model.groups.count)", settings())
        default:
            guard random.happens(30) else {
                let (token, group) = token(model, group)
                return .ack(token, group: group)
            }
            return .ackTogether((0...random.below(6)).map { _ in token(model, group) })
        }
    }

    private mutating func claim(_ group: Int) -> QueueOperation {
        .claim(group: group, claim())
    }

    private mutating func claim() -> QueueModel.Claim {
        QueueModel.Claim(
            consumer: ["one", "two", "three"][random.below(3)],
            lease: random.happens(30) ? 5 + random.below(60) : nil,
            secrets: (0...random.below(6)).map { _ in random.secret() },
            lanes: random.happens(80) ? Set(DeliveryLane.allCases) : [random.happens(50) ? .critical : .ordinary])
    }

    /// As long as none has many deliveries.
    private mutating func raise(_ model: QueueModel) -> QueueOperation {
        guard model.groups.allSatisfy({ $0.live.count < 30 }) else { return claim(random.below(model.groups.count)) }
        return .raise(
            Band(rawValue: random.below(4)) ?? .critical,
            at: now.advanced(by: .milliseconds(-random.below([1, 5000, 100_000_000][random.below(3)]))))
    }

    private mutating func settings() -> ConsumerGroup.Settings {
        ConsumerGroup.Settings(
            bands: Set(Band.allCases.filter { _ in random.happens(70) }).union([.critical]),
            criticalLease: random.happens(50) ? nil : 5 + random.below(60),
            lease: random.happens(50) ? nil : 5 + random.below(60), criticalMaxInFlight: 1 + random.below(12),
            maxInFlight: 1 + random.below(12))
    }

    /// Usually one in force; sometimes an old one, one of another group, or an altered one.
    private mutating func token(_ model: QueueModel, _ group: Int) -> (LeaseToken, group: Int) {
        let held = model.groups[group].live.filter { model.deliveries[Int($0) - 1].state == .leased }.sorted()
        if !held.isEmpty, random.happens(80) {
            let delivery = model.deliveries[Int(held[random.below(held.count)]) - 1]
            return (LeaseToken(delivery: delivery.number, secret: delivery.secret ?? []), group)
        }
        guard !tokens.isEmpty else { return (LeaseToken(delivery: 1, secret: random.secret()), group) }
        let old = tokens[random.below(tokens.count)]
        switch random.below(10) {
        case 0: return (LeaseToken(delivery: old.delivery, secret: random.secret()), group)
        case 1: return (LeaseToken(delivery: old.delivery + 1, secret: old.secret), group)
        case 2: return (old, group)
        default:
            let index = Int(old.delivery) - 1
            guard model.deliveries.indices.contains(index) else { return (old, group) }
            return (old, Int(model.deliveries[index].group) - 1)
        }
    }
}
