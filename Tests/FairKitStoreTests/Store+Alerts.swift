import FairKitCore
import FairKitStore
import Relational
import Testing

extension Store {
    /// Raises alerts, each about a result of its own: number, band, seconds ago.
    func raise(_ alerts: [(Int64, Band, Int64)]) async throws {
        try await write { (tx) throws(DatabaseError) in
            for (number, band, ago) in alerts {
                let result = try Example.result(number)
                try tx.insertResult(result)
                let raised = Example.now.advanced(by: .seconds(-ago))
                try tx.raise(Example.alert(number, about: result, band: band, at: raised), actor: Example.key)
            }
        }
    }

    func claim(
        _ count: Int, from name: String = "default", at now: Timestamp = Example.now, lease: Duration? = nil
    ) async throws -> [Delivery] {
        var generator = SystemRandomNumberGenerator()
        let secrets = (0..<count).map { _ in (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) } }
        let claim = Claim(actor: Example.key, consumer: "consumer", lease: lease, secrets: secrets)
        return try await write { (tx) throws(DatabaseError) in
            guard let group = try tx.consumerGroup(named: name) else { throw .closed }
            return try tx.claim(claim, from: group, at: now).leased
        }
    }

    /// nil: no such delivery in the group.
    func ack(
        _ token: LeaseToken, in name: String = "default", at now: Timestamp = Example.now
    ) async throws -> Settlement? {
        try await write { (tx) throws(DatabaseError) in
            guard let group = try tx.consumerGroup(named: name) else { throw .closed }
            guard let lease = try tx.lease(token, in: group, isEqual: ==) else { return nil }
            let settlement = Settlement(of: lease.state, isNewest: lease.isNewest, at: now)
            if case .acked(let at) = settlement {
                try tx.ack(token, of: lease.alert, actor: Example.key, at: at)
            }
            return settlement
        }
    }

    /// Releases a delivery, as if its lease were in force.
    @discardableResult
    func release(
        _ delivery: Delivery, due: Timestamp? = nil, at now: Timestamp = Example.now
    ) async throws -> DeliveryStateName {
        try await write { (tx) throws(DatabaseError) in
            try tx.releaseDelivery(
                delivery.token, of: delivery.alert.id, due: due, reason: "full", actor: Example.key, at: now)
        }
    }

    @discardableResult
    func makeGroup(
        _ name: String, _ settings: ConsumerGroup.Settings = ConsumerGroup.Settings(),
        from begin: Timestamp = Timestamp(milliseconds: 0), at now: Timestamp = Example.now
    ) async throws -> Int {
        try await write { (tx) throws(DatabaseError) in
            try tx.insertGroup(named: name, settings, from: begin, at: now)
            return try tx.backfillAll(to: name, at: now)
        }
    }

    func nextDue() async throws -> Timestamp? {
        try await read { (tx) throws(DatabaseError) in
            guard let group = try tx.consumerGroup(named: "default") else { throw .closed }
            return try tx.nextDue(in: group)
        }
    }
}

extension WriteTransaction {
    /// Backfills a group with all open alerts.
    func backfillAll(to group: String, at now: Timestamp) throws(DatabaseError) -> Int {
        var count = 0
        while let batch = try backfillNext(to: group, at: now) { count += batch.count }
        return count
    }
}
