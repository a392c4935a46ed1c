import FairKitCore
import FairKitStore
import KeyRing
import Relational
import Support
import Testing

@Suite(.onFiles) struct `Numbers after a restoration` {
    private let scratch: Scratch
    private let targets: [Scratch]
    private var backup: String { "\(scratch.parent)/backup" }

    init() throws {
        scratch = try Scratch()
        targets = [try Scratch(), try Scratch()]
    }

    /// Gives one number of each kind, and returns the newest of each.
    private static func give(_ store: Store, _ number: Int64) async throws -> [String: Int64] {
        try await store.raise([(number, .critical, 0)])
        return try await store.write { (tx) throws(DatabaseError) in
            guard let group = try tx.consumerGroup(named: "default") else { throw .closed }
            let attempt = DeliveryAttempt(
                at: Example.now, alertID: AlertID(number: number), delivery: number, channel: .webhook,
                outcome: .failed, httpStatus: 500, milliseconds: 12, attempt: 1)
            try tx.recordAttempt(attempt, of: group)
            try tx.record(
                AuditEntry(
                    at: Example.now, actor: .server, action: .tenantRenamed, object: nil, profileID: nil,
                    requestID: "test"))
            let range = try tx.referenceRanges(before: nil, limit: 1).items[0]
            _ = try tx.insertReferenceRange(range)
            var newest: [String: Int64] = [:]
            for table in ["delivery", "alert_event", "change", "delivery_attempt", "audit"] {
                newest[table] = Int64(try tx.number("SELECT MAX(number) FROM \(SQL(identifier: table))"))
            }
            newest["reference_range"] = Int64(try tx.number("SELECT MAX(id) FROM reference_range"))
            return newest
        }
    }

    private func restore(to target: Scratch, at now: Timestamp) throws {
        _ = try Store.restore(from: backup, to: target.directory, at: now) { () throws(KeyError) in
            try Scratch.master()
        }
    }

    @Test(arguments: [Example.now, Timestamp(milliseconds: 0)])
    func `are above each one that was given before, by whatever clock`(clock: Timestamp) async throws {
        var given: [String: Int64] = [:]
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            _ = try await Self.give(store, 1)
            _ = try await store.backUp(to: backup) { Example.now }
            for number in 2...5 as ClosedRange<Int64> { given = try await Self.give(store, number) }
        }
        for (target, now) in zip(targets, [clock, clock.advanced(by: .seconds(1))]) {
            try restore(to: target, at: now)
            try await target.withStore { (store) async throws in
                try await store.read { (tx) throws(DatabaseError) in
                    let (last, begun) = (try tx.lastEventOfAlert(), try tx.lastAlertEvent())
                    #expect(last < begun, "A follower who knows the last event waits for the next one.")
                    #expect(try tx.isAlertEvent(last))
                }
                let newest = try await Self.give(store, 2)
                for (kind, number) in given { #expect(try #require(newest[kind]) > number, "\(kind)") }
                if clock == Example.now { given = newest }
                let findings = try await store.check().findings.filter { $0.code != .kitStatus }
                #expect(findings == [])
                #expect(try await store.verifyAudit().isSound)
                // The numbers that were left out are no rows.
                let rows = try await store.statistics().rows
                #expect(rows.deliveries == 2 && rows.alertEvents < 20 && rows.auditEntries < 20)
                let (lost, first) = try await store.read { (tx) throws(DatabaseError) in
                    (try tx.isAlertEvent(5), try tx.isAlertEvent(1))
                }
                #expect(!lost && first)
            }
        }
    }

    @Test func `let an entry that was kept elsewhere be told from a deleted one`() async throws {
        var kept: AuditCheckpoint?
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            _ = try await Self.give(store, 1)
            _ = try await store.backUp(to: backup) { Example.now }
            _ = try await Self.give(store, 2)
            _ = try await store.logAudit(at: Example.now)
            kept = try await store.read { (tx) throws(DatabaseError) in try tx.lastCheckpoint() }
        }
        try restore(to: targets[0], at: Example.now)
        try await targets[0].withStore { (store) async throws in
            let verified = try await store.verifyAudit(against: kept)
            #expect(verified.isSound && verified.findings.map(\.code) == ["restored"])
        }
    }
}
