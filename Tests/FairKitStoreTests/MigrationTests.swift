import FairKitCore
import FairKitStore
import SQLCipher
import Schemas
import Testing

@Suite struct `Migrations of a store with rows` {
    let scratch: Scratch
    let key: CipherKey

    init() throws {
        scratch = try Scratch()
        key = try CipherKey([UInt8](repeating: 7, count: CipherKey.length))
    }

    /// One result with two alerts; the first went to two groups.
    private let alerts = """
        INSERT INTO laboratory (id, name) VALUES (x'01', 'one');
        INSERT INTO result (id, laboratory_id, reference, kit_code) VALUES (x'02', x'01', 'r', 'k');
        INSERT INTO result_version (result_id, number, is_current, status, test_date, level, unit, low, high, critical_multiple,
                range_source, flag, comparator_open, genotype_contradicts, recorded_at)
            VALUES (x'02', 1, 1, 'final', 0, 900, 'mg/dL', 100, 200, 4, 'standard', 'HH', 0, 0, 0);
        INSERT INTO consumer_group (name, bands, critical_credit, credit) VALUES ('pager', 15, 100, 100);
        INSERT INTO alert (id, result_id, result_version, rule, rule_version, band, rank, raised_at, state)
            SELECT id, x'02', 1, rule, 1, 0, 0, 0, 'open' FROM (
                SELECT x'01020304050670070000000000000001' AS id, 'critical-high' AS rule
                UNION ALL SELECT x'01020304050670070000000000000002', 'severe-low');
        INSERT INTO delivery (number, alert_id, group_id, lane, rank, state, attempts)
            VALUES (1, x'01020304050670070000000000000001', 1, 0, 0, 'pending', 0),
                (2, x'01020304050670070000000000000001', 2, 0, 0, 'pending', 0),
                (3, x'01020304050670070000000000000002', 1, 0, 0, 'pending', 0);
        INSERT INTO alert_event (at, alert_id, delivery, kind) VALUES
            (0, x'01020304050670070000000000000001', NULL, 'raised'), (0, x'01020304050670070000000000000002', NULL, 'raised'),
            (1, x'01020304050670070000000000000001', 1, 'leased'), (1, x'01020304050670070000000000000001', 2, 'leased'),
            (2, x'01020304050670070000000000000001', 1, 'released'), (2, x'01020304050670070000000000000001', NULL, 'bound'),
            (3, x'01020304050670070000000000000001', 1, 'leased');
        """

    @Test func `The seventh finds the history that an alert had`() async throws {
        let steps = migrations.map { Migration(name: $0.name, sql: String(decoding: $0.sql, as: UTF8.self)) }
        let upgrade = steps.prefix(6) + [Migration(name: "rows", sql: alerts)] + steps.dropFirst(6)
        let path = scratch.parent + "/old.db"
        try Database.create(path: path, key: key, migrations: Array(upgrade))
        let database = try Database.open(path: path, key: key, migrations: Array(upgrade))
        defer { database.close() }
        let (first, second) = (AlertID(number: 1), AlertID(number: 2))
        try await database.read { (tx) throws(DatabaseError) in
            #expect(try tx.history(of: first) == [1, 3, 4, 5, 6, 7])
            #expect(try tx.history(of: first, after: 4) == [5, 6, 7])
            #expect(try tx.history(of: first, after: 1, limit: 2) == [3, 4])
            #expect(try tx.history(of: second) == [2])
        }
    }

    @Test func `The thirteenth keeps the mails that wait and that are known`() async throws {
        let mails = """
            INSERT INTO outbox (id, kind, recipient, link, created_at, expires_at, state, due_at, attempts)
                VALUES (x'01020304050670070000000000000001', 'reset', 'a@example.org', 'https://x/#y', 1, 9, 'waiting', 2, 3);
            INSERT INTO outbox (id, kind, created_at, expires_at, state, attempts, ended_at)
                VALUES (x'01020304050670070000000000000002', 'test', 1, 9, 'sent', 1, 2);
            """
        let steps = migrations.map { Migration(name: $0.name, sql: String(decoding: $0.sql, as: UTF8.self)) }
        let here = try #require(steps.firstIndex { $0.name == "m0013_relations" })
        let upgrade = steps[..<here] + [Migration(name: "rows", sql: mails)] + steps[here...]
        let path = scratch.parent + "/old.db"
        try Database.create(path: path, key: key, migrations: Array(upgrade))
        let database = try Database.open(path: path, key: key, migrations: Array(upgrade))
        defer { database.close() }
        let found = try await database.read { (tx) throws(DatabaseError) in
            try tx.mails(all: true, before: nil, limit: 9).items
        }
        #expect(found.map(\.id) == [MailID(number: 2), MailID(number: 1)])
        #expect(found.map(\.state) == [.sent, .waiting])
        #expect(found.last?.content?.link == "https://x/#y")
        #expect(found.last?.attempts == 3)
        #expect(found.allSatisfy { $0.content?.facts == nil })
    }
}

extension Connection {
    /// The numbers of an alert's events.
    fileprivate func history(
        of alert: AlertID, after number: Int64 = 0, limit: Int = 100
    ) throws(DatabaseError) -> [Int64] {
        try alertEvents(about: alert, after: number, limit: limit).map(\.number)
    }
}
