import FairKitCore
import FairKitStore
import Relational
import SQLCipher
import Schemas
import Support
import Testing

@Suite(.onFiles) struct `Migrations of a store with rows` {
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

    @Test func `The seventh keeps an alert's history`() async throws {
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

    /// Deliveries in each state, a closed group, a webhook with an attempt, an event of each kind, and an erased
    /// person.
    private let queue = """
        INSERT INTO consumer_group (name, bands, critical_lease, lease, critical_credit, credit, created_at, closed_at, offered_to)
            VALUES ('pager', 3, 15, 60, 7, 9, 5, NULL, x'0a'), ('closed', 15, NULL, NULL, 100, 100, 6, 7, NULL),
                ('fourth', 15, NULL, NULL, 100, 100, 6, NULL, NULL);
        INSERT INTO laboratory (id, name) VALUES (x'01', 'one');
        INSERT INTO result (id, laboratory_id, reference, kit_code) VALUES (x'02', x'01', 'r', 'k');
        INSERT INTO result_version (result_id, number, is_current, status, test_date, level, unit, low, high, critical_multiple,
                range_source, flag, comparator_open, genotype_contradicts, recorded_at)
            VALUES (x'02', 1, 1, 'final', 0, 900, 'mg/dL', 100, 200, 4, 'standard', 'HH', 0, 0, 0);
        INSERT INTO alert (id, result_id, result_version, rule, rule_version, band, rank, raised_at, state)
            VALUES (x'01020304050670070000000000000001', x'02', 1, 'critical-high', 1, 0, 0, 0, 'open');
        INSERT INTO delivery (number, alert_id, group_id, lane, rank, state, attempts, token, consumer, lease_expires_at, delivered_at,
                parked_at, due_at, is_replay, generation, last_event) VALUES
            (1, x'01020304050670070000000000000001', 1, 0, 11, 'delivered', 2, x'a1', 'a', NULL, 21, NULL, NULL, 0, 1, 3),
            (2, x'01020304050670070000000000000001', 2, 0, 12, 'leased', 0, x'a2', 'b', 22, NULL, NULL, NULL, 0, 0, 4),
            (4, x'01020304050670070000000000000001', 3, 1, 13, 'parked', 20, x'a3', 'c', NULL, NULL, 23, NULL, 1, 2, NULL),
            (7, x'01020304050670070000000000000001', 4, 1, 14, 'pending', 1, NULL, NULL, NULL, NULL, NULL, 24, 0, 0, NULL);
        INSERT INTO alert_event (number, at, alert_id, delivery, kind, actor, reason, previous)
            SELECT number, 100 + number, x'01020304050670070000000000000001', delivery, kind, x'0b', reason, previous FROM (
                SELECT 1 AS number, NULL AS delivery, 'raised' AS kind, NULL AS reason, NULL AS previous
                UNION ALL SELECT 2, 1, 'offered', NULL, NULL UNION ALL SELECT 3, 1, 'delivered', NULL, 2
                UNION ALL SELECT 4, 2, 'released', 'busy', NULL);
        INSERT INTO webhook (group_id, url, secret, sends_payload, created_at) VALUES (2, 'https://a.example/', zeroblob(32), 1, 31);
        INSERT INTO send (number, at, alert_id, delivery, group_id, channel, outcome, http_status, milliseconds, attempt)
            VALUES (5, 41, x'01020304050670070000000000000001', 2, 2, 'webhook', 'delivered', 204, 42, 3);
        INSERT INTO audit (number, at, action, request_id) VALUES (1, 51, 'alert.delivered', 'r');
        INSERT INTO erased_profile (profile_id, at, last_delivery) VALUES (x'0c', 61, 9);
        """

    @Test func `The nineteenth renames the queue's terms, and keeps everything else`() async throws {
        let steps = migrations.map { Migration(name: $0.name, sql: String(decoding: $0.sql, as: UTF8.self)) }
        let here = try #require(steps.firstIndex { $0.name == "m0019_queue_words" })
        let upgrade = steps[..<here] + [Migration(name: "rows", sql: queue)] + steps[here...]
        let path = scratch.parent + "/old.db"
        try Database.create(path: path, key: key, migrations: Array(upgrade))
        let database = try Database.open(path: path, key: key, migrations: Array(upgrade))
        defer { database.close() }
        let columns: [(SQL, [String])] = [
            (
                "SELECT quote(number) || quote(group_id) || quote(lane) || quote(rank) || state || attempts FROM delivery",
                ["11011acked2", "22012leased0", "43113parked20", "74114pending1"]
            ),
            (
                "SELECT quote(token) || quote(consumer) || quote(lease_expires_at) || quote(acked_at) FROM delivery",
                ["X'A1''a'NULL21", "X'A2''b'22NULL", "X'A3''c'NULLNULL", "NULLNULLNULLNULL"]
            ),
            (
                "SELECT quote(parked_at) || quote(due_at) || is_replay || generation || quote(last_event) FROM delivery",
                ["NULLNULL013", "NULLNULL004", "23NULL12NULL", "NULL2400NULL"]
            ),
            (
                "SELECT number || at || quote(delivery) || kind || quote(actor) || quote(reason) || quote(previous) FROM alert_event",
                [
                    "1101NULLraisedX'0B'NULLNULL", "21021backfilledX'0B'NULLNULL", "31031ackedX'0B'NULL2",
                    "41042releasedX'0B''busy'NULL",
                ]
            ),
            (
                "SELECT name || bands || quote(critical_lease) || quote(lease) || critical_max_in_flight || max_in_flight FROM consumer_group",
                ["default15NULLNULL100100", "pager3156079", "closed15NULLNULL100100", "fourth15NULLNULL100100"]
            ),
            (
                "SELECT quote(created_at) || quote(closed_at) || quote(backfilled_to) FROM consumer_group",
                ["NULLNULLNULL", "5NULLX'0A'", "67NULL", "6NULLNULL"]
            ),
            (
                "SELECT group_id || url || length(secret) || sends_payload || created_at FROM webhook",
                ["2https://a.example/32131"]
            ),
            (
                "SELECT number || at || delivery || group_id || channel || outcome || http_status || milliseconds || attempt FROM delivery_attempt",
                ["54122webhookdelivered204423"]
            ),
            ("SELECT action FROM audit", ["alert.delivered"]),
            ("PRAGMA foreign_key_check", []),
            ("SELECT name FROM sqlite_master WHERE name LIKE '%next' OR name = 'send'", []),
        ]
        for (query, values) in columns { #expect(try await database.values(query) == values) }
        // Delivery numbers of an erased person are not reused.
        try await database.write { (tx) throws(DatabaseError) in
            try tx.run(
                "INSERT INTO consumer_group (name, bands, critical_max_in_flight, max_in_flight) VALUES ('fifth', 15, 1, 1)"
            )
            try tx.redeliver(AlertID(number: 1), actor: Example.key, at: Example.now)
        }
        #expect(try await database.values("SELECT CAST(MAX(number) AS TEXT) FROM delivery") == ["10"])
        for state in ["delivered", "gone"] {
            await #expect(throws: DatabaseError.self) {
                try await database.write { (tx) throws(DatabaseError) in
                    try tx.run("UPDATE delivery SET state = \(state) WHERE number = 10")
                }
            }
        }
    }

    @Test func `The twentieth starts the change log with the existing records`() async throws {
        let rows = """
            INSERT INTO profile VALUES
                (x'0a', 30, 3, 'Amina', 'Odhiambo', 1, 'female', NULL, NULL, 'sw', 'UTC', NULL, 1, 1, 1, 1);
            INSERT INTO kit (id, code, status, needs_review) VALUES (x'0b', 'FU-KIT-1', 'shipped', 0);
            INSERT INTO kit_event (kit_id, position, status, at, actor, implied)
                VALUES (x'0b', 1, 'issued', 10, x'0c', 0), (x'0b', 2, 'shipped', 20, x'0c', 0);
            """
        let steps = migrations.map { Migration(name: $0.name, sql: String(decoding: $0.sql, as: UTF8.self)) }
        let here = try #require(steps.firstIndex { $0.name == "m0020_change_log" })
        let upgrade = steps[..<here] + [Migration(name: "rows", sql: rows)] + steps[here...]
        let path = scratch.parent + "/old.db"
        try Database.create(path: path, key: key, migrations: Array(upgrade))
        let database = try Database.open(path: path, key: key, migrations: Array(upgrade))
        defer { database.close() }
        #expect(
            try await database.values(
                "SELECT number || noun || quote(id) || quote(version) || at FROM change ORDER BY number")
                == ["1kitX'0B'NULL20", "2profileX'0A'330"])
    }

    /// A held result, a mail and two invitations.
    private let texts = """
        INSERT INTO laboratory (id, name) VALUES (x'01', 'one');
        INSERT INTO result (id, laboratory_id, reference, kit_code, held_for) VALUES (x'02', x'01', 'r', 'k', 'other-result');
        INSERT INTO outbox (id, kind, created_at, expires_at, state, attempts, ended_at)
            VALUES (zeroblob(16), 'reset', 1, 2, 'sent', 1, 1);
        INSERT INTO account (id, email, role, state, created_at, password, password_at)
            VALUES (zeroblob(16), 'a@b', 'clinician', 'active', 1, 'p', 1);
        INSERT INTO invitation (id, digest, kind, email, account_id, role, created_at, expires_at, invited_by, approval)
            VALUES (x'000102030405060708090a0b0c0d0e0f', x'aa', 'reset', 'a@b', zeroblob(16), 'clinician', 1, 2, NULL, 'none'),
                (x'100102030405060708090a0b0c0d0e0f', x'bb', 'invitation', 'c@d', NULL, 'administrator', 3, 4, x'0c', 'awaited');
        """

    @Test func `The last two change constraints in place, and keep each row`() async throws {
        let steps = migrations.map { Migration(name: $0.name, sql: String(decoding: $0.sql, as: UTF8.self)) }
        let here = try #require(steps.firstIndex { $0.name == "m0028_dates_in_conflict" })
        let before = steps[..<here] + [Migration(name: "rows", sql: texts)]
        let path = scratch.parent + "/old.db"
        try Database.create(path: path, key: key, migrations: Array(before))
        let upgrade = Array(before + steps[here...])
        for isMigrated in [false, true] {
            // The connection that migrated continues to write, and so does one that opens the file afterwards.
            let database = try Database.open(path: path, key: key, migrations: upgrade)
            defer { database.close() }
            let columns: [(SQL, [String])] = [
                ("SELECT held_for FROM result", [isMigrated ? "date-before-birth" : "other-result"]),
                ("SELECT kind FROM notice", [isMigrated ? "email-changed" : "reset"]),
                (
                    "SELECT quote(digest) || kind || email || role || created_at || expires_at || quote(invited_by) || approval FROM invitation ORDER BY id",
                    ["X'AA'reseta@bclinician12NULLnone", "X'BB'invitationc@dadministrator34X'0C'awaited"]
                ),
                ("SELECT language FROM account WHERE name IS NULL AND phone IS NULL", ["en"]),
                ("PRAGMA foreign_key_check", []), ("PRAGMA integrity_check", ["ok"]),
                ("SELECT name FROM sqlite_master WHERE name LIKE '%next'", []),
            ]
            for (query, values) in columns { #expect(try await database.values(query) == values) }
            let refused: [SQL] = [
                "UPDATE result SET held_for = 'nothing'",
                "UPDATE account SET language = 'de'",
                "UPDATE invitation SET kind = 'email-change' WHERE account_id IS NULL",
            ]
            for statement in refused {
                await #expect(throws: DatabaseError.self) {
                    try await database.write { (tx) throws(DatabaseError) in try tx.run(statement) }
                }
            }
            for hold in ResultHold.allCases {
                _ = try await database.write { (tx) throws(DatabaseError) in
                    try tx.run("UPDATE result SET held_for = \(hold)")
                }
            }
            _ = try await database.write { (tx) throws(DatabaseError) in
                try tx.run("UPDATE result SET held_for = 'date-before-birth'")
                try tx.run("UPDATE notice SET kind = 'email-changed'")
            }
        }
    }

    /// A kit's history, a list's patients, idempotency keys, and deliveries in each state.
    private let clustered = """
        INSERT INTO profile VALUES
            (x'0a', 30, 3, 'Amina', 'Odhiambo', 1, 'female', NULL, NULL, 'sw', 'UTC', NULL, 1, 1, 1, 1, 0);
        INSERT INTO kit (id, code, status, needs_review) VALUES (x'0b', 'FU-KIT-1', 'shipped', 0), (x'0a', 'FU-KIT-2', 'issued', 0);
        INSERT INTO kit_event (kit_id, position, status, at, actor, implied, reason)
            VALUES (x'0b', 2, 'shipped', 20, x'0c', 1, 'why'), (x'0b', 1, 'issued', 10, x'0c', 0, NULL),
                (x'0a', 1, 'issued', 11, x'0c', 0, NULL);
        INSERT INTO audit (number, at, action, request_id) VALUES (1, 51, 'result.listed', 'r'), (2, 52, 'result.listed', 's');
        INSERT INTO audit_patient (entry, profile_id) VALUES (2, x'0a00000000000000000000000000a001'),
            (1, x'0b0000000000000000000000000000b2'), (1, x'0a00000000000000000000000000a001');
        INSERT INTO idempotency (actor, route, key, body_digest, made, version, at, expires_at)
            VALUES (x'02', 'r', 'k', x'd1', x'0e', 3, 5, NULL), (x'01', 'r', 'k', x'd2', zeroblob(16), NULL, 6, 7);
        INSERT INTO laboratory (id, name) VALUES (x'01', 'one');
        INSERT INTO result (id, laboratory_id, reference, kit_code) VALUES (x'02', x'01', 'r', 'k');
        INSERT INTO result_version (result_id, number, is_current, status, test_date, level, unit, low, high, critical_multiple,
                range_source, flag, comparator_open, genotype_contradicts, recorded_at)
            SELECT x'02', number, number = 2, 'final', 0, 900, 'mg/dL', 100, 200, 4, 'standard', 'HH', 0, 0, 0
            FROM (SELECT 1 AS number UNION ALL SELECT 2);
        INSERT INTO alert (id, result_id, result_version, rule, rule_version, band, rank, raised_at, state)
            VALUES (x'01020304050670070000000000000001', x'02', 1, 'critical-high', 1, 0, 0, 0, 'open');
        INSERT INTO consumer_group (name, bands, critical_max_in_flight, max_in_flight) VALUES ('pager', 15, 1, 1), ('third', 15, 1, 1);
        INSERT INTO delivery (number, alert_id, group_id, lane, rank, state, attempts, token, consumer, lease_expires_at, due_at) VALUES
            (1, x'01020304050670070000000000000001', 1, 0, 11, 'pending', 2, NULL, NULL, NULL, NULL),
            (2, x'01020304050670070000000000000001', 2, 0, 12, 'leased', 0, x'a2', 'b', 22, NULL),
            (3, x'01020304050670070000000000000001', 3, 0, 13, 'pending', 1, x'a3', 'c', NULL, 24);
        """

    @Test func `The twenty-fifth moves rows into the trees of their keys, and keeps each`() async throws {
        let steps = migrations.map { Migration(name: $0.name, sql: String(decoding: $0.sql, as: UTF8.self)) }
        let here = try #require(steps.firstIndex { $0.name == "m0025_fewer_pages" })
        let upgrade = steps[..<here] + [Migration(name: "rows", sql: clustered)] + steps[here...]
        let path = scratch.parent + "/old.db"
        try Database.create(path: path, key: key, migrations: Array(upgrade))
        let database = try Database.open(path: path, key: key, migrations: Array(upgrade))
        defer { database.close() }
        let columns: [(SQL, [String])] = [
            (
                "SELECT quote(kit_id) || position || status || at || quote(actor) || implied || quote(reason) FROM kit_event",
                ["X'0A'1issued11X'0C'0NULL", "X'0B'1issued10X'0C'0NULL", "X'0B'2shipped20X'0C'1'why'"]
            ),
            (
                "SELECT number || quote(patients) FROM audit ORDER BY number",
                [
                    "1X'0A00000000000000000000000000A0010B0000000000000000000000000000B2'",
                    "2X'0A00000000000000000000000000A001'",
                ]
            ),
            ("SELECT block || quote(marks) FROM audit_block", ["0X'A001A00100B2'"]),
            (
                "SELECT quote(actor) || route || key || quote(body_digest) || length(made) || quote(version) || at || quote(expires_at) FROM idempotency",
                ["X'01'rkX'D2'16NULL67", "X'02'rkX'D1'135NULL"]
            ),
            ("SELECT CAST(number AS TEXT) FROM result_version WHERE result_id = x'02' AND is_current = 1", ["2"]),
            (
                "SELECT CAST(number AS TEXT) FROM delivery WHERE group_id = 1 AND lane = 0 AND state = 'pending' AND due_at IS NULL",
                ["1"]
            ),
            ("SELECT consumer FROM delivery WHERE group_id = 2 AND lane = 0 AND state = 'leased'", ["b"]),
            ("SELECT CAST(due_at AS TEXT) FROM delivery WHERE due_at IS NOT NULL", ["24"]),
            ("PRAGMA foreign_key_check", []), ("PRAGMA integrity_check", ["ok"]),
            ("SELECT name FROM sqlite_master WHERE name LIKE '%next'", []),
        ]
        for (query, values) in columns { #expect(try await database.values(query) == values) }
        // The kit of a history must still exist.
        await #expect(throws: DatabaseError.self) {
            try await database.write { (tx) throws(DatabaseError) in
                try tx.run(
                    "INSERT INTO kit_event (kit_id, position, status, at, actor, implied) VALUES (x'0d', 1, 'issued', 1, x'0c', 0)"
                )
            }
        }
    }

    @Test func `The thirteenth keeps all mails, and the 27th those with a valid link`()
        async throws
    {
        let mails = """
            INSERT INTO outbox (id, kind, recipient, link, created_at, expires_at, state, due_at, attempts)
                VALUES (x'01020304050670070000000000000001', 'test', 'a@example.org', 'https://x/#y', 1, 9, 'waiting', 2, 3),
                    (x'01020304050670070000000000000003', 'reset', 'a@example.org', 'https://x/#z', 1, 9, 'waiting', 2, 3);
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
            try tx.mails()
        }
        #expect(found.map(\.send.id) == [NoticeSendID(number: 2), NoticeSendID(number: 1)])
        #expect(found.map(\.send.state) == [.sent, .waiting])
        #expect(found.last?.notice.facts.link == "https://x/#y")
        #expect(found.last?.send.attempts == 3)
        #expect(found.allSatisfy { $0.notice.facts.lines == nil })
    }

    /// Three notices of an account were events, and the last event was deleted.
    private let notices = """
        INSERT INTO account (id, email, role, state, created_at, password)
            VALUES (x'01020304050670070000000000000001', 'a@example.org', 'clinician', 'active', 1, 'p');
        INSERT INTO notice (id, receiver_kind, receiver, kind, facts, created_at, expires_at, account_id)
            SELECT id, 'account', x'01020304050670070000000000000001', 'article', '{}', 1, 9, x'01020304050670070000000000000001' FROM (
                SELECT x'01020304050670070000000000000001' AS id UNION ALL SELECT x'01020304050670070000000000000002'
                UNION ALL SELECT x'01020304050670070000000000000003');
        INSERT INTO notice_event (account_id, notice_id) SELECT account_id, id FROM notice ORDER BY id;
        DELETE FROM notice_event WHERE number = 3;
        """

    @Test(arguments: [true, false])
    func `The 44th keeps notice events, and goes on after the last number that was given`(hasRows: Bool) async throws {
        let steps = migrations.map { Migration(name: $0.name, sql: String(decoding: $0.sql, as: UTF8.self)) }
        let here = try #require(steps.firstIndex { $0.name == "m0044_numbers_in_statements" })
        let upgrade = steps[..<here] + [Migration(name: "rows", sql: hasRows ? notices : "SELECT 1;")] + steps[here...]
        let path = scratch.parent + "/old.db"
        try Database.create(path: path, key: key, migrations: Array(upgrade))
        let database = try Database.open(path: path, key: key, migrations: Array(upgrade))
        defer { database.close() }
        let last = "SELECT CAST(last AS TEXT) FROM notice_event_number" as SQL
        #expect(try await database.values(last) == [hasRows ? "3" : "0"])
        let columns = "SELECT number || quote(account_id) || quote(notice_id) FROM notice_event" as SQL
        let id = "X'0102030405067007000000000000000"
        #expect(try await database.values(columns) == (hasRows ? ["1\(id)1'\(id)1'", "2\(id)1'\(id)2'"] : []))
        #expect(try await database.values("SELECT name FROM sqlite_master WHERE type = 'trigger'") == [])
        #expect(try await database.values("PRAGMA foreign_key_check") == [])
        guard hasRows else { return }
        let told = Notice(
            id: NoticeID(number: 4), to: .account(AccountID(number: 1)), kind: .article, about: nil, alert: nil,
            facts: NoticeFacts(), createdAt: Example.now, expiresAt: Example.now)
        let number = try await database.write { (tx) throws(DatabaseError) in
            _ = try tx.insertNotice(told)
            return try tx.lastNoticeEvent()
        }
        #expect(number == 4)
    }
}

extension Database {
    fileprivate func values(_ query: SQL) async throws -> [String] {
        try await read { (tx) throws(DatabaseError) in
            try tx.all(query) { row throws(DatabaseError) in try row.value(0) }
        }
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
