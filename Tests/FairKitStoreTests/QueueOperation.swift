import FairKitCore
import FairKitStore
import Relational

/// An operation on the queue, with all its random values.
enum QueueOperation: Sendable {
    case raise(Band, at: Timestamp)
    case claim(group: Int, QueueModel.Claim)
    /// Claims from one group that are carried out together.
    case claimTogether(group: Int, [QueueModel.Claim])
    case ack(LeaseToken, group: Int)
    /// Acks that are stored together.
    case ackTogether([(token: LeaseToken, group: Int)])
    case release(LeaseToken, group: Int, delay: Int)
    case extend(LeaseToken, group: Int, seconds: Int?)
    case undoLease(LeaseToken, alert: Int64)
    case redrive([Int64]?, group: Int, limit: Int)
    case replay([Int64]?, since: Timestamp, group: Int, limit: Int)
    case bind(Int64)
    case retract(Int64)
    case make(String, ConsumerGroup.Settings)
    case change(Int, ConsumerGroup.Settings)
}

/// The outcome of an operation.
enum QueueOutcome: Hashable, Sendable {
    struct Leased: Hashable, Sendable {
        let number: Int64
        let alert: AlertID
        let attempts: Int
        let secret: [UInt8]?
        let expiry: Timestamp?
        let isReplay: Bool
        let generation: Int

        init(_ delivery: QueueModel.Delivery) {
            (number, alert, attempts) = (delivery.number, delivery.alert, delivery.attempts)
            (secret, expiry) = (delivery.secret, delivery.expiry)
            (isReplay, generation) = (delivery.isReplay, delivery.generation)
        }

        init(_ delivery: Delivery) {
            (number, alert, attempts) = (delivery.number, delivery.alert.id, delivery.attempts)
            (secret, expiry) = (delivery.token.secret, delivery.leaseExpiresAt)
            (isReplay, generation) = (delivery.isReplay, delivery.generation)
        }
    }

    struct Claim: Hashable, Sendable {
        var leased: [Leased] = []
        var madeVisible = 0
        var atMaxInFlight: Set<DeliveryLane> = []
        var lanesWithMore: Set<DeliveryLane> = []
    }

    case done
    case claimed(Claim)
    case together([QueueOutcome])
    case numbers([Int64])
    case count(Int)
    case unknown
    case stale(DeliveryStateName)
    case acked(at: Timestamp)
    case repeated(at: Timestamp)
    case released(DeliveryStateName)
    case extended(until: Timestamp)
}

extension QueueModel {
    mutating func apply(_ operation: QueueOperation, at now: Timestamp) -> QueueOutcome {
        switch operation {
        case .raise(let band, let raised): raise(band, at: raised)
        case .claim(let group, let claim):
            return .together(claims([claim], from: group, at: now).map { .claimed($0) })
        case .claimTogether(let group, let claims):
            return .together(self.claims(claims, from: group, at: now).map { .claimed($0) })
        case .ack(let token, let group): return ack(token, in: group, at: now)
        case .ackTogether(let acks): return .together(acks.map { ack($0.token, in: $0.group, at: now) })
        case .release(let token, let group, let delay):
            let due = delay == 0 ? nil : now.advanced(by: .seconds(delay))
            return use(token, in: group, at: now) { .released($0.release(token.delivery, due: due, at: now)) }
        case .extend(let token, let group, let seconds):
            return use(token, in: group, at: now) {
                .extended(until: $0.extend(token.delivery, seconds: seconds, at: now))
            }
        case .undoLease(let token, _): undoLease(token, at: now)
        case .redrive(let numbers, let group, let limit):
            return .numbers(redrive(numbers, of: group, limit: limit, at: now))
        case .replay(let alerts, let since, let group, let limit):
            return .numbers(replay(alerts, since: since, of: group, limit: limit, at: now))
        case .bind(let alert): bind(alert, at: now)
        case .retract(let alert): retract(alert, at: now)
        case .make(let name, let settings): return .count(makeGroup(name, settings, at: now))
        case .change(let group, let settings): return .count(change(group, to: settings, at: now))
        }
        return .done
    }

    private mutating func ack(_ token: LeaseToken, in group: Int, at now: Timestamp) -> QueueOutcome {
        use(token, in: group, at: now) { model in
            model.ack(token.delivery, at: now)
            return .acked(at: now)
        } again: {
            .repeated(at: $0)
        }
    }

    private mutating func use(
        _ token: LeaseToken, in group: Int, at now: Timestamp, _ held: (inout QueueModel) -> QueueOutcome,
        again: (Timestamp) -> QueueOutcome = { _ in .stale(.acked) }
    ) -> QueueOutcome {
        switch worth(token, in: group, at: now) {
        case .unknown: .unknown
        case .stale(let state): .stale(state)
        case .settled(let at): again(at)
        case .held: held(&self)
        }
    }
}

extension WriteTransaction {
    /// Applies the operation to the store, as the server does.
    /// - Parameter model: before the operation, for names and ids only.
    func apply(
        _ operation: QueueOperation, _ model: QueueModel, at now: Timestamp
    ) throws(DatabaseError) -> QueueOutcome {
        switch operation {
        case .raise(let band, let raised):
            let number = Int64(model.alerts.count + 1)
            let result = try Example.result(number, Example.version(level: 150_000))
            try insertResult(result)
            try raise(Example.alert(QueueModel.id(number, at: raised), about: result, band, raised), actor: Example.key)
        case .claim(let group, let claim): return .together(try claims([claim], model, group, at: now))
        case .claimTogether(let group, let claims):
            return .together(try self.claims(claims, model, group, at: now))
        case .ackTogether(let acks): return .together(try self.acks(acks, model, at: now))
        case .ack(let token, let group):
            guard let lease = try lease(token, in: self.group(model, group), isEqual: ==) else { return .unknown }
            switch Settlement(of: lease.state, isNewest: lease.isNewest, at: now) {
            case .stale: return .stale(lease.state.name(at: now))
            case .repeated(let at): return .repeated(at: at)
            case .acked(let at):
                try ack(token, of: lease.alert, actor: Example.key, at: at)
                return .acked(at: at)
            }
        case .release(let token, let group, let delay):
            guard let lease = try lease(token, in: self.group(model, group), isEqual: ==) else { return .unknown }
            guard lease.isHeld(at: now) else { return .stale(lease.state.name(at: now)) }
            let due = delay == 0 ? nil : now.advanced(by: .seconds(delay))
            return .released(
                try releaseDelivery(token, of: lease.alert, due: due, reason: "busy", actor: Example.key, at: now))
        case .extend(let token, let group, let seconds):
            guard let lease = try lease(token, in: self.group(model, group), isEqual: ==) else { return .unknown }
            guard lease.isHeld(at: now) else { return .stale(lease.state.name(at: now)) }
            let end = lease.end(of: seconds.map { .seconds($0) }, at: now)
            try extend(token, of: lease.alert, until: end, actor: Example.key, at: now)
            return .extended(until: end)
        case .undoLease(let token, let alert):
            try undoLease(token, of: model.alerts[Int(alert) - 1].id, actor: Example.key, at: now)
        case .redrive(let numbers, let group, let limit):
            return .numbers(
                try redrive(numbers, of: self.group(model, group), limit: limit, actor: Example.key, at: now)
                    .map(\.number))
        case .replay(let alerts, let since, let group, let limit):
            let choice: ReplayChoice =
                if let alerts {
                    .alerts(alerts.map { model.alerts[Int($0) - 1].id })
                } else { .raised(since: since, until: nil, after: nil) }
            return .numbers(
                try replay(choice, of: self.group(model, group), limit: limit, actor: Example.key, at: now)
                    .map(\.number))
        case .bind(let alert): try redeliver(model.alerts[Int(alert) - 1].id, actor: Example.key, at: now)
        case .retract(let alert): try retract(model.alerts[Int(alert) - 1].id, actor: Example.key, at: now)
        case .make(let name, let settings):
            try insertGroup(named: name, settings, from: Timestamp(milliseconds: 0), at: now)
            return .count(try backfillAll(to: name, at: now))
        case .change(let group, let settings):
            let changed = try self.group(model, group)
            try updateConsumerGroup(changed, to: settings, from: Timestamp(milliseconds: 0), at: now)
            return .count(try backfillAll(to: changed.name, at: now))
        }
        return .done
    }

    private func claims(
        _ claims: [QueueModel.Claim], _ model: QueueModel, _ group: Int, at now: Timestamp
    ) throws(DatabaseError) -> [QueueOutcome] {
        let claims = claims.map {
            Claim(
                actor: Example.key, consumer: $0.consumer, lease: $0.lease.map { .seconds($0) }, secrets: $0.secrets,
                lanes: $0.lanes)
        }
        return try claim(claims, from: self.group(model, group), at: now).map { claimed in
            .claimed(
                QueueOutcome.Claim(
                    leased: claimed.leased.map { QueueOutcome.Leased($0) }, madeVisible: claimed.madeVisible,
                    atMaxInFlight: claimed.atMaxInFlight, lanesWithMore: claimed.lanesWithMore))
        }
    }

    private func acks(
        _ acks: [(token: LeaseToken, group: Int)], _ model: QueueModel, at now: Timestamp
    ) throws(DatabaseError) -> [QueueOutcome] {
        var joint = try jointAcks(of: acks.map(\.token))
        var outcomes: [QueueOutcome] = []
        for (token, group) in acks {
            guard let lease = joint.lease(token, in: try self.group(model, group), isEqual: ==) else {
                outcomes.append(.unknown)
                continue
            }
            switch joint.ack(token, lease, actor: Example.key, at: now) {
            case .stale: outcomes.append(.stale(lease.state.name(at: now)))
            case .repeated(let at): outcomes.append(.repeated(at: at))
            case .acked(let at): outcomes.append(.acked(at: at))
            }
        }
        try storeAcks(joint)
        return outcomes
    }

    private func group(_ model: QueueModel, _ index: Int) throws(DatabaseError) -> ConsumerGroup {
        guard let group = try consumerGroup(named: model.groups[index].name) else { throw .closed }
        return group
    }
}

extension Example {
    static func alert(_ id: AlertID, about result: TestResult, _ band: Band, _ raised: Timestamp) -> Alert {
        Alert(
            id: id, resultID: result.id, resultVersion: 1, rule: .criticalHigh, band: band,
            level: result.current.findings.level, range: result.current.range, raisedAt: raised, state: .open,
            follows: nil, profileID: nil)
    }
}
