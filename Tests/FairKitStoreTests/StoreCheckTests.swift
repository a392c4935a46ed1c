import FairKitCore
import FairKitStore
import KeyRing
import Relational
import Support
import Testing

@Suite struct `Checking an open store` {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// A result with its alert, of a registered kit, and one in two versions.
    func fill(_ store: Store) async throws {
        try await store.settle()
        try await store.write { (tx) throws(DatabaseError) in
            for (number, event) in [(1, 1), (2, 1)] as [(Int64, Int64)] {
                let kit = try Example.kit(number)
                for _ in 0..<event {
                    try tx.appendKitEvent(
                        KitEvent(status: .registered, at: Example.now, actor: Example.key, implied: false), to: kit.id)
                }
            }
            let result = try Example.result(1, of: Example.kit(1))
            try tx.insertResult(result)
            try tx.raise(Example.alert(1, about: result), actor: Example.key)
            let mild = try Example.result(2, Example.version(level: 150_000))
            try tx.insertResult(mild)
            for number in 2...3 { try tx.appendResultVersion(Example.version(number, level: 150_000), to: mild.id) }
            for number in 1...3 {
                try tx.record(
                    AuditEntry(
                        at: Example.now, actor: .server, action: .resultRead, object: "\(number)", profileID: nil,
                        requestID: "test"))
            }
        }
    }

    @Test func `finds nothing in a sound one`() async throws {
        try await scratch.withNewStore { (store) async throws in
            #expect(try await store.check().findings == [])
            try await fill(store)
            #expect(try await store.check().findings == [])
        }
    }

    /// A fault for each finding, and how often it is then found.
    static let faults: [(CheckFinding.Code, SQL, Int)] = [
        (.currentVersion, "UPDATE result_version SET is_current = 0 WHERE level = 150000", 1),
        (.versionGap, "DELETE FROM result_version WHERE number = 2", 1),
        (
            .owner,
            "UPDATE result SET profile_id = (SELECT id FROM profile ORDER BY id DESC LIMIT 1) WHERE kit_id IS NOT NULL",
            1
        ),
        (.alertMissing, "UPDATE alert SET state = 'retracted'", 1),
        (
            .alertTwice,
            """
            INSERT INTO alert SELECT \([UInt8](repeating: 7, count: 16)), result_id, result_version, rule, 9, band, rank,
                raised_at, state, follows, NULL, NULL, NULL, NULL FROM alert
            """, 1
        ),
        (.alertUnraised, "UPDATE alert_event SET kind = 'bound'", 1),
        (.deliveryMissing, "DELETE FROM delivery", 1),
        (.deliveryOrder, "UPDATE delivery SET lane = 1", 1),
        (.eventGap, "UPDATE alert_event SET number = 5", 1),
        (
            .eventChain,
            """
            INSERT INTO alert_event (number, at, alert_id, delivery, kind)
            SELECT (SELECT MAX(number) + 1 FROM alert_event), raised_at, id, (SELECT number FROM delivery WHERE alert_id = id), 'leased' FROM alert
            """, 1
        ),
        (.eventChain, "UPDATE delivery SET last_event = 1", 1),
        (.kitStatus, "UPDATE kit SET status = 'mailed'", 2),
        (.auditGap, "DELETE FROM audit WHERE number = 2", 1),
        (.auditChain, "UPDATE audit SET object = '4' WHERE number = 2", 1),
    ]

    @Test(arguments: faults)
    func `finds each fault`(code: CheckFinding.Code, fault: SQL, count: Int) async throws {
        try await scratch.withNewStore { (store) async throws in
            try await fill(store)
            try await store.write { (tx) throws(DatabaseError) in try tx.run(fault) }
            // In PostgreSQL, a row with a changed owner has no code either.
            let found = try await store.check().findings.filter { $0.code != .altered }
            #expect(found.contains(CheckFinding(code: code, count: count)), "\(found)")
            // A second alert lacks an event and a delivery, too; an audit log with a gap is not a chain.
            #expect(found.count == (code == .alertTwice ? 3 : code == .auditGap ? 2 : 1), "\(found)")
        }
    }

    @Test func `has a different message for each kind`() {
        #expect(Set(CheckFinding.Code.allCases.map(\.sentence)).count == CheckFinding.Code.allCases.count)
    }

    @Test func `fails after closing`() async throws {
        try scratch.initialise()
        let store = try scratch.place.open()
        store.close()
        await #expect(throws: DatabaseError.closed) { try await store.check() }
    }
}
