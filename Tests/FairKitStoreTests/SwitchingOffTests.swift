import FairKitCore
import FairKitStore
import Relational
import Support
import Testing

@Suite struct `A disabled group` {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// A store with the group `default`, and a newer one for critical alerts.
    private func withPager(_ body: (Store) async throws -> Void) async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            try await store.raise([(1, .critical, 50), (2, .urgent, 40), (3, .critical, 30)])
            try await store.makeGroup("pager", ConsumerGroup.Settings(bands: [.critical]), from: Example.now)
            try await store.raise([(4, .critical, -10), (5, .urgent, -10)])
            try await body(store)
            let codes: [CheckFinding.Code] = [.deliveryMissing, .deliveryOrder, .eventGap, .eventChain]
            #expect(try await store.check().findings.filter { codes.contains($0.code) } == [])
        }
    }

    @Test func `gets nothing more, and hands over critical alerts that no other group has`() async throws {
        try await withPager { (store) async throws in
            let acked = try await store.claim(1)
            _ = try await store.ack(try #require(acked.first).token)
            #expect(try await store.switchOff("default") == 1)
            try await store.raise([(6, .critical, -20)])
            #expect(try await store.claim(10) == [])
            let claimed = try await store.claim(10, from: "pager", at: Example.now.advanced(by: .seconds(30)))
            #expect(claimed.map(\.alert.id) == [AlertID(number: 3), AlertID(number: 4), AlertID(number: 6)])
            #expect(try await store.switchOff("default") == 0, "it is disabled already")
        }
    }

    @Test func `leaves nothing pending, and nothing that delays an erasure or closing`() async throws {
        try await withPager { (store) async throws in
            _ = try await store.switchOff("default")
            for delivery in try await store.claim(10, from: "pager") {
                _ = try await store.ack(delivery.token, in: "pager")
            }
            // Acked deliveries do not end the escalation of alerts: only a clinician does.
            #expect(try await store.read { (tx) throws(DatabaseError) in try tx.hasPendingWork() })
            try await store.write { (tx) throws(DatabaseError) in
                for step in try tx.dueSteps(at: Example.now.advanced(by: EscalationPolicy.longest), limit: 100) {
                    try tx.cancelSteps(of: step.alert, at: Example.now)
                }
            }
            try await store.indexPeople()
            let (count, isPending, isUnacked) = try await store.read { (tx) throws(DatabaseError) in
                guard let group = try tx.consumerGroup(named: "default") else { throw .closed }
                #expect(!group.settings.isEnabled)
                return (try tx.queueCount(at: Example.now), try tx.hasPendingWork(), try tx.hasUnacked(group))
            }
            #expect(count.groups.sorted() == ["default", "pager"])
            #expect(count.depths.map(\.count) == [])
            #expect(!isPending)
            #expect(!isUnacked)
            try scratch.place.renewStatistics()
            let deliveries = try await store.statistics().deliveries
            #expect([deliveries.pending, deliveries.leased, deliveries.acked] == [0, 0, 3])
        }
    }

    @Test func `begins now when it is enabled`() async throws {
        try await withPager { (store) async throws in
            _ = try await store.switchOff("default")
            #expect(try await store.switchOn("default", from: nil, at: Example.now.advanced(by: .seconds(60))) == 0)
            try await store.raise([(6, .urgent, -70)])
            let claimed = try await store.claim(10, at: Example.now.advanced(by: .seconds(80)))
            #expect(claimed.map(\.alert.id) == [AlertID(number: 6)])
        }
    }

    @Test func `begins at a chosen time, and does not get again what it acked`() async throws {
        try await withPager { (store) async throws in
            let acked = try await store.claim(1)
            _ = try await store.ack(try #require(acked.first).token)
            _ = try await store.switchOff("default")
            let from = Example.now.advanced(by: .seconds(-45))
            #expect(try await store.switchOn("default", from: from, at: Example.now) == 4)
            let claimed = try await store.claim(10)
            #expect(claimed.map(\.alert.id) == [3, 4, 2, 5].map { AlertID(number: $0) })
        }
    }

    @Test func `keeps its webhook and its delivery attempts`() async throws {
        try await withPager { (store) async throws in
            let url = try WebhookURL("https://pager.example.org/", allowsPrivate: false)
            let webhook = Webhook(
                url: url, secret: [UInt8](repeating: 1, count: 32), sendsPayload: false, createdAt: Example.now)
            try await store.write { (tx) throws(DatabaseError) in
                guard let group = try tx.consumerGroup(named: "default") else { throw .closed }
                try tx.setWebhook(webhook, of: group)
                let attempt = DeliveryAttempt(
                    at: Example.now, alertID: AlertID(number: 1), delivery: 1, channel: .webhook, outcome: .failed,
                    httpStatus: 500, milliseconds: 12, attempt: 1)
                try tx.recordAttempt(attempt, of: group)
            }
            _ = try await store.switchOff("default")
            let (kept, served, attempts) = try await store.read { (tx) throws(DatabaseError) in
                guard let group = try tx.consumerGroup(named: "default") else { throw .closed }
                return (
                    try tx.webhook(of: group), try tx.webhooks().count,
                    try tx.deliveryAttempts(of: group, before: nil, limit: 10).items.count
                )
            }
            #expect(kept == webhook)
            #expect(served == 0)
            #expect(attempts == 1)
            _ = try await store.switchOn("default", from: nil, at: Example.now)
            #expect(try await store.read { (tx) throws(DatabaseError) in try tx.webhooks().count } == 1)
        }
    }

    @Test func `gets no redelivery when an alert's patient becomes known, and a newer group does`() async throws {
        try await withPager { (store) async throws in
            _ = try await store.switchOff("default")
            for delivery in try await store.claim(10, from: "pager") {
                _ = try await store.ack(delivery.token, in: "pager")
            }
            try await store.makeGroup("second", from: Example.now.advanced(by: .seconds(60)))
            try await store.write { (tx) throws(DatabaseError) in
                try tx.redeliver(AlertID(number: 1), actor: Example.key, at: Example.now)
            }
            for name in ["pager", "second"] {
                #expect(try await store.claim(10, from: name).map(\.alert.id) == [AlertID(number: 1)])
            }
            #expect(try await store.claim(10) == [])
        }
    }

    @Test func `is the last for critical alerts if no other one gets them`() async throws {
        try await withPager { (store) async throws in
            #expect(try await store.isLastForCritical("pager") == false)
            _ = try await store.switchOff("default")
            #expect(try await store.isLastForCritical("pager"))
            #expect(try await store.isLastForCritical("default") == false, "it gets no critical alerts")
        }
    }
}

extension Store {
    /// - Returns: how many deliveries were handed over.
    fileprivate func switchOff(_ name: String) async throws -> Int {
        try await write { (tx) throws(DatabaseError) in
            guard let group = try tx.consumerGroup(named: name) else { throw .closed }
            var settings = group.settings
            settings.isEnabled = false
            return try tx.switchOff(group, with: settings, at: Example.now)
        }
    }

    /// - Returns: the number of backfilled deliveries.
    fileprivate func switchOn(_ name: String, from begin: Timestamp?, at now: Timestamp) async throws -> Int {
        try await write { (tx) throws(DatabaseError) in
            guard let group = try tx.consumerGroup(named: name) else { throw .closed }
            try tx.updateConsumerGroup(group, to: ConsumerGroup.Settings(), from: begin, at: now)
            return try tx.backfillAll(to: name, at: now)
        }
    }

    fileprivate func isLastForCritical(_ name: String) async throws -> Bool {
        try await read { (tx) throws(DatabaseError) in
            guard let group = try tx.consumerGroup(named: name) else { throw .closed }
            return try tx.isLastForCritical(group)
        }
    }
}
