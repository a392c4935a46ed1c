import FairKitCore
import FairKitStore
import Relational
import Testing

@Suite struct `A group that is created when there are hundreds of open alerts` {
    let scratch: Scratch
    /// Before all alerts.
    private static let start = Timestamp(milliseconds: 0)

    init() throws {
        scratch = try Scratch()
    }

    /// Every fifth is critical; the rest is urgent. Each is a second older than the previous one.
    private func raiseMany(in store: Store) async throws {
        try await store.settle()
        try await store.raise((1...450).map { ($0, $0.isMultiple(of: 5) ? .critical : .urgent, $0) })
    }

    private func backfill(in store: Store) async throws -> Int? {
        try await store.write { (tx) throws(DatabaseError) in try tx.backfillNext(at: Example.now)?.count }
    }

    /// The findings of a check about deliveries and their events.
    private func faults(in store: Store) async throws -> [CheckFinding] {
        let codes: [CheckFinding.Code] = [.deliveryMissing, .deliveryOrder, .eventGap, .eventChain]
        return try await store.check().findings.filter { codes.contains($0.code) }
    }

    @Test func `gets them in parts, critical ones first, and continues after a crash`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await raiseMany(in: store)
            try await store.write { (tx) throws(DatabaseError) in
                try tx.insertGroup(named: "pager", ConsumerGroup.Settings(), from: Self.start, at: Example.now)
            }
            #expect(try await backfill(in: store) == 200)
            #expect(try await faults(in: store) == [])
            let bands = "SELECT band FROM delivery d JOIN alert a ON a.id = d.alert_id WHERE d.group_id = 2" as SQL
            #expect(try await store.values("\(bands) AND band = 0", as: Int.self).count == 90)
        }
        try await scratch.withStore { (store) async throws in
            // An alert that is retracted meanwhile is not backfilled, and a new one is delivered by itself.
            try await store.write { (tx) throws(DatabaseError) in
                try tx.retract(AlertID(number: 1), actor: Example.key, at: Example.now)
            }
            try await store.raise([(451, .critical, 0)])
            #expect(try await backfill(in: store) == 200)
            #expect(try await backfill(in: store) == 49)
            #expect(try await backfill(in: store) == nil)
            #expect(try await faults(in: store) == [])
            let twice = "SELECT COUNT(*) FROM delivery WHERE group_id = 2" as SQL
            #expect(try await store.values(twice) == [450])
            let order = try await store.read { (tx) throws(DatabaseError) in
                guard let group = try tx.consumerGroup(named: "pager") else { throw .closed }
                return try DeliveryLane.allCases.map { (lane) throws(DatabaseError) in
                    try tx.pending(in: group, lane, limit: 1000).map(\.alert.raisedAt)
                }
            }
            #expect(order.allSatisfy { $0 == $0.sorted() })
            #expect(order.map(\.count) == [91, 359])
        }
    }

    @Test func `gets each of them once when it gets more bands`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await raiseMany(in: store)
            let few = ConsumerGroup.Settings(bands: [.critical])
            #expect(try await store.makeGroup("pager", few) == 90)
            try await store.write { (tx) throws(DatabaseError) in
                guard let group = try tx.consumerGroup(named: "pager") else { throw .closed }
                try tx.updateConsumerGroup(group, to: ConsumerGroup.Settings(), from: Self.start, at: Example.now)
            }
            // Half of the first ones examined have been delivered already.
            #expect(try await backfill(in: store) == 110)
            #expect(try await backfill(in: store) == 200)
            #expect(try await backfill(in: store) == 50)
            #expect(try await backfill(in: store) == nil)
            #expect(try await faults(in: store) == [])
        }
    }

    @Test func `continues after a retracted one, and starts over when it gets still more bands`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await raiseMany(in: store)
            #expect(try await store.makeGroup("lesser", ConsumerGroup.Settings(bands: [.result])) == 0)
            try await store.write { (tx) throws(DatabaseError) in
                guard let group = try tx.consumerGroup(named: "lesser") else { throw .closed }
                try tx.updateConsumerGroup(
                    group, to: ConsumerGroup.Settings(bands: [.urgent]), from: Self.start, at: Example.now)
            }
            // The first two hundred by band contain 90 critical ones, which it does not get.
            #expect(try await backfill(in: store) == 110)
            let last = try #require(
                try await store.values(
                    "SELECT backfilled_to FROM consumer_group WHERE name = 'lesser'", as: AlertID.self
                ).first)
            try await store.write { (tx) throws(DatabaseError) in
                try tx.retract(last, actor: Example.key, at: Example.now)
                guard let group = try tx.consumerGroup(named: "lesser") else { throw .closed }
                #expect(try tx.hasUnacked(group))
                try tx.updateConsumerGroup(
                    group, to: ConsumerGroup.Settings(bands: [.critical, .urgent]), from: Self.start, at: Example.now)
            }
            var counts: [Int] = []
            while let count = try await backfill(in: store) { counts.append(count) }
            // The retracted one is no longer examined, so the first part reaches one further.
            #expect(counts == [91, 200, 49])
            #expect(try await faults(in: store) == [])
        }
    }

    @Test func `precedes a group that has its critical ones`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await raiseMany(in: store)
            try await store.write { (tx) throws(DatabaseError) in
                for name in ["first", "second"] {
                    try tx.insertGroup(named: name, ConsumerGroup.Settings(), from: Self.start, at: Example.now)
                }
            }
            let order = try await store.write { (tx) throws(DatabaseError) in
                try (1...7).map { _ throws(DatabaseError) in try tx.backfillNext(at: Example.now)?.group }
            }
            #expect(order == ["first", "second", "first", "first", "second", "second", nil])
        }
    }

    @Test func `gets nothing more once it is deleted`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await raiseMany(in: store)
            try await store.write { (tx) throws(DatabaseError) in
                try tx.insertGroup(named: "pager", ConsumerGroup.Settings(), from: Self.start, at: Example.now)
                guard let group = try tx.consumerGroup(named: "pager") else { throw .closed }
                try tx.close(group, at: Example.now)
            }
            #expect(try await backfill(in: store) == nil)
            #expect(try await store.read { (tx) throws(DatabaseError) in try tx.needsBackfill() } == false)
        }
    }
}
