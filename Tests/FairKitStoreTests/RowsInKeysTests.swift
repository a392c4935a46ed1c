import FairKitCore
import FairKitStore
import Relational
import SQLCipher
import Schemas
import Support
import Testing

/// Rows of the version before `m0055_results_in_their_keys`, and the same rows after it.
@Suite(.onFiles) struct `Rows that moved into the trees of their keys` {
    private let rebuilt = ["kit", "result", "result_version", "alert", "notice", "notice_send"]

    /// Two rows of each table, in the order that their keys do not have, and a row of each table that refers to one.
    private let rows = """
        INSERT INTO profile (id, created_at, version, given_name, family_name, birth_date, sex, language, time_zone,
            consent_clinicians, consent_family, consent_research, consent_partners)
            VALUES (x'0a', 30, 3, 'Amina', 'Odhiambo', 1, 'female', 'sw', 'UTC', 1, 1, 1, 1);
        INSERT INTO laboratory (id, name) VALUES (x'01', 'one');
        INSERT INTO kit (id, code, status, profile_id, registered_at, send_by, read_from, needs_review, results_came_first, secret_digest)
            VALUES (x'0c', 'k2', 'registered', x'0a', 5, 6, 'photo', 1, 1, x'dd'), (x'0b', 'k1', 'issued', NULL, NULL, NULL, NULL, 0, 0, NULL);
        INSERT INTO kit_event (kit_id, position, status, at, actor, implied) VALUES (x'0b', 1, 'issued', 10, x'0c', 0);
        INSERT INTO result (id, laboratory_id, reference, kit_code, kit_id, profile_id, test_date, status, flag, is_unmatched,
            shown_to_clinicians, held_for, level, unit, genotype, method, read_at, held_at, verified_at, verified_by, verified_because, phenotype)
            VALUES (x'03', x'01', 'r2', 'k2', x'0c', x'0a', 7, 'amended', 'HH', 0, 1, 'kit-expired', 820, 'g/L', 'ZZ', 'm', 8, 9, 10, x'11', 'why', 'Z'),
                (x'02', x'01', 'r1', 'k1', NULL, NULL, 7, 'final', NULL, 1, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
        INSERT INTO result_version (result_id, number, is_current, status, test_date, level, unit, low, high, critical_multiple,
            range_source, flag, comparator_open, genotype_contradicts, recorded_at, comment, interpretation)
            SELECT x'03', number, number = 2, 'final', 0, 820, 'mg/dL', 100, 200, 4, 'standard', 'HH', 0, 0, 0, 'c', 'i'
            FROM (SELECT 2 AS number UNION ALL SELECT 1);
        INSERT INTO alert (id, result_id, result_version, rule, rule_version, band, rank, raised_at, state, follows, earlier_level)
            VALUES (x'01020304050670070000000000000002', x'03', 1, 'critical-high', 1, 0, 0, 0, 'retracted', NULL, NULL),
                (x'01020304050670070000000000000001', x'03', 2, 'critical-high', 1, 0, 0, 0, 'open', x'01020304050670070000000000000002', 9);
        INSERT INTO delivery (number, alert_id, group_id, lane, rank, state, attempts)
            VALUES (1, x'01020304050670070000000000000001', 1, 0, 0, 'pending', 0);
        INSERT INTO notice (id, receiver_kind, receiver, kind, profile_id, alert_id, step, facts, created_at, expires_at)
            VALUES (x'01020304050670070000000000000004', 'profile', zeroblob(16), 'a', x'0a', NULL, 0, '{}', 1, 2),
                (x'01020304050670070000000000000003', 'operator', zeroblob(16), 'b', NULL, x'01020304050670070000000000000001', 1, '{}', 1, 2);
        INSERT INTO notice_send (id, notice_id, channel, lane, state, due_at, expires_at, attempts, reference, ended_at)
            VALUES (x'01020304050670070000000000000006', x'01020304050670070000000000000003', 'email', 0, 'waiting', 1, 2, 3, NULL, NULL),
                (x'01020304050670070000000000000005', x'01020304050670070000000000000004', 'sms', 1, 'sent', NULL, 2, 1, 'ref', 4);
        """

    /// Each value of the rebuilt tables, with its type.
    private func values(_ database: Database) async throws -> [[String]] {
        try await database.read { [rebuilt] (tx) throws(DatabaseError) in
            let tables = try tx.catalogue().filter { rebuilt.contains($0.name) }
            return try tables.map { (table) throws(DatabaseError) in
                let all = table.columns.map { "quote(\(SQL(identifier: $0)))" as SQL }.joined(by: " || ',' || ")
                let key = table.key.map { SQL(identifier: $0) }.joined(by: ", ")
                return try tx.all("SELECT \(all) FROM \(SQL(identifier: table.name)) ORDER BY \(key)") {
                    row throws(DatabaseError) in try row.value(0, as: String.self)
                }
            }
        }
    }

    @Test func `keep each value, and stay the parents of other rows`() async throws {
        let scratch = try Scratch()
        let key = try CipherKey([UInt8](repeating: 7, count: CipherKey.length))
        let steps = migrations.map { Migration(name: $0.name, sql: String(decoding: $0.sql, as: UTF8.self)) }
        let here = try #require(steps.firstIndex { $0.name == "m0055_results_in_their_keys" })
        let old = steps[..<here] + [Migration(name: "rows", sql: rows)]
        let path = scratch.parent + "/old.db"
        try Database.create(path: path, key: key, migrations: Array(old))
        let earlier = try Database.open(path: path, key: key, migrations: Array(old))
        let before = try await values(earlier)
        earlier.close()
        #expect(before.map(\.count) == Array(repeating: 2, count: rebuilt.count))

        // The connection that migrated continues to write, and so does one that opens the file afterwards.
        for isReopened in [false, true] {
            let database = try Database.open(path: path, key: key, migrations: Array(old + steps[here...]))
            defer { database.close() }
            #expect(try await values(database) == before, "reopened: \(isReopened)")
            let found = try await database.read { (tx) throws(DatabaseError) in
                let checks: [SQL] = [
                    "PRAGMA integrity_check", "PRAGMA foreign_key_check",
                    "SELECT name FROM sqlite_master WHERE name LIKE '%\\_old%' ESCAPE '\\' OR sql LIKE '%\\_old\"%' ESCAPE '\\'",
                ]
                return try checks.map { (check) throws(DatabaseError) in
                    try tx.all(check) { row throws(DatabaseError) in try row.value(0, as: String.self) }
                }
            }
            #expect(found == [["ok"], [], []])
            for table in ["kit", "result", "result_version", "alert", "notice"] {
                await #expect(throws: DatabaseError.self, "another row refers to one of \(table)") {
                    try await database.write { (tx) throws(DatabaseError) in
                        try tx.run("DELETE FROM \(SQL(identifier: table))")
                    }
                }
            }
        }
    }
}
