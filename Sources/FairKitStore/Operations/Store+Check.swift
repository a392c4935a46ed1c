package import FairKitCore
import Relational
import SQLCipher

extension Store {
    /// Checks the open store: SQLite's own checks, and FairKit's invariants.
    ///
    /// It runs on a connection of its own, so that no reader waits, and reads in pieces, so that no snapshot keeps the
    /// log from being emptied for long. Only the check of the structure is one statement. Whether indexes match their
    /// rows takes longer to check; each backup does it instead. Rows written meanwhile are not checked.
    package func check() async throws(DatabaseError) -> StoreCheck {
        let verifier = auditVerifier(checkingSignatures: false)
        let progress = WorkProgress.current
        return try await database.readOnDedicatedConnection { (connection) throws(DatabaseError) in
            var counts: [CheckFinding.Code: Int] = [:]
            // An unreadable part is a finding, and does not prevent the other checks.
            func count(_ code: CheckFinding.Code, _ faults: () throws(DatabaseError) -> Int) throws(DatabaseError) {
                do throws(DatabaseError) {
                    counts[code, default: 0] += try faults()
                } catch  where error.isDamage {
                    counts[.structure, default: 0] += 1
                }
            }
            try count(.structure) { () throws(DatabaseError) in
                let rows = try invariants.map { invariant throws(DatabaseError) in
                    try connection.number(invariant.last)
                }
                progress?.expect(rows.reduce(0, +) + Int(try connection.lastAuditNumber()))
                return 0
            }
            try count(.structure) { () throws(DatabaseError) in try connection.structureFaults(withIndexes: false) }
            try count(.reference) { () throws(DatabaseError) in try connection.foreignKeyFaults() }
            for invariant in invariants {
                try count(invariant.code) { () throws(DatabaseError) in
                    try invariant.violations(on: connection, watchedBy: progress)
                }
            }
            try count(.auditChain) { () throws(DatabaseError) in
                try verifier.verify(connection, watchedBy: progress).isSound ? 0 : 1
            }
            return StoreCheck(
                findings: CheckFinding.Code.allCases.compactMap { code in
                    counts[code].flatMap { $0 > 0 ? CheckFinding(code: code, count: $0) : nil }
                })
        }
    }
}

/// An invariant of every store, checked for a range of row numbers at a time.
private struct Invariant: Sendable {
    let code: CheckFinding.Code
    /// The highest row number.
    let last: SQL
    /// Counts the violations in a range of row numbers.
    let broken: @Sendable (_ from: Int, _ to: Int) -> SQL

    private static let rowsAtOnce = 20_000

    func violations(
        on connection: borrowing ReadTransaction, watchedBy progress: WorkProgress?
    ) throws(DatabaseError) -> Int {
        let last = try connection.number(last)
        var count = 0
        for from in stride(from: 1, through: last, by: Invariant.rowsAtOnce) {
            // The caller that stopped it needs no answer.
            if progress?.now.isStopped ?? false { return count }
            count += try connection.number(broken(from, min(last, from + Invariant.rowsAtOnce - 1)))
            progress?.did(min(last - from + 1, Invariant.rowsAtOnce))
        }
        return count
    }
}

/// Each piece is one statement on one snapshot, so a half-done write is never seen.
private let invariants: [Invariant] = [
    Invariant(code: .currentVersion, last: "SELECT COALESCE(MAX(\(.rowNumber)), 0) FROM result") {
        """
        SELECT COUNT(*) FROM result r WHERE r.\(.rowNumber) BETWEEN \($0) AND \($1)
            AND (SELECT COUNT(*) FROM result_version v WHERE v.result_id = r.id AND v.is_current = 1) <> 1
        """
    },
    Invariant(code: .versionGap, last: "SELECT COALESCE(MAX(\(.rowNumber)), 0) FROM result") {
        """
        SELECT COUNT(*) FROM result r WHERE r.\(.rowNumber) BETWEEN \($0) AND \($1)
            AND (SELECT MAX(number) - COUNT(*) FROM result_version v WHERE v.result_id = r.id) <> 0
        """
    },
    Invariant(code: .owner, last: "SELECT COALESCE(MAX(\(.rowNumber)), 0) FROM result") {
        """
        SELECT COUNT(*) FROM result r WHERE r.\(.rowNumber) BETWEEN \($0) AND \($1) AND r.kit_id IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM kit k
                WHERE k.id = r.kit_id AND k.profile_id = r.profile_id AND k.code = r.kit_code)
        """
    },
    Invariant(code: .alertMissing, last: "SELECT COALESCE(MAX(\(.rowNumber)), 0) FROM result_version") {
        """
        SELECT COUNT(*) FROM result_version v WHERE v.\(.rowNumber) BETWEEN \($0) AND \($1) AND v.is_current = 1
            AND v.flag = 'HH' AND v.status NOT IN ('cancelled', 'entered-in-error')
            AND NOT EXISTS (SELECT 1 FROM alert a
                WHERE a.result_id = v.result_id AND a.rule = 'critical-high' AND a.state <> 'retracted')
        """
    },
    Invariant(code: .alertTwice, last: "SELECT COALESCE(MAX(\(.rowNumber)), 0) FROM alert") {
        """
        SELECT COUNT(*) FROM alert a WHERE a.\(.rowNumber) BETWEEN \($0) AND \($1) AND a.state <> 'retracted'
            AND a.rule <> 'corrected' AND EXISTS (SELECT 1 FROM alert b
                WHERE b.result_id = a.result_id AND b.rule = a.rule AND b.\(.rowNumber) < a.\(.rowNumber) AND b.state <> 'retracted')
        """
    },
    Invariant(code: .alertUnraised, last: "SELECT COALESCE(MAX(\(.rowNumber)), 0) FROM alert") {
        """
        SELECT COUNT(*) FROM alert a WHERE a.\(.rowNumber) BETWEEN \($0) AND \($1)
            AND NOT EXISTS (SELECT 1 FROM alert_event e WHERE e.alert_id = a.id AND e.delivery IS NULL AND e.kind = 'raised')
        """
    },
    Invariant(code: .deliveryMissing, last: "SELECT COALESCE(MAX(\(.rowNumber)), 0) FROM alert") {
        """
        SELECT COUNT(*) FROM alert a JOIN consumer_group g ON g.closed_at IS NULL AND g.is_enabled = 1
            AND g.backfilled_to IS NULL AND a.raised_at >= g.begins_at AND \(bit: "a.band", isIn: "g.bands")
        WHERE a.\(.rowNumber) BETWEEN \($0) AND \($1) AND a.state = 'open'
            AND NOT EXISTS (SELECT 1 FROM delivery d JOIN consumer_group o ON o.id = d.group_id
                WHERE d.alert_id = a.id AND o.name = g.name AND o.created_at IS g.created_at)
        """
    },
    Invariant(code: .deliveryOrder, last: "SELECT COALESCE(MAX(number), 0) FROM delivery") {
        """
        SELECT COUNT(*) FROM delivery d JOIN alert a ON a.id = d.alert_id
        WHERE d.number BETWEEN \($0) AND \($1) AND (d.rank <> a.rank OR (d.lane <> CASE a.band WHEN 0 THEN 0 ELSE 1 END AND d.is_replay = 0))
        """
    },
    Invariant(code: .eventGap, last: "SELECT COALESCE(MAX(number), 0) FROM alert_event") {
        "SELECT \($1) - \($0) + 1 - COUNT(*) FROM alert_event WHERE number BETWEEN \($0) AND \($1)"
    },
    Invariant(code: .eventChain, last: "SELECT COALESCE(MAX(number), 0) FROM alert_event") {
        """
        SELECT COUNT(*) FROM alert_event e WHERE e.number BETWEEN \($0) AND \($1) AND e.delivery IS NOT NULL
            AND (NOT EXISTS (SELECT 1 FROM delivery d WHERE d.number = e.delivery AND d.last_event >= e.number)
                OR (e.previous IS NOT NULL AND NOT EXISTS
                    (SELECT 1 FROM alert_event p WHERE p.number = e.previous AND p.number < e.number AND p.delivery = e.delivery)))
        """
    },
    Invariant(code: .eventChain, last: "SELECT COALESCE(MAX(number), 0) FROM delivery") {
        """
        SELECT COUNT(*) FROM delivery d WHERE d.number BETWEEN \($0) AND \($1) AND d.last_event IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM alert_event e WHERE e.number = d.last_event AND e.delivery = d.number)
        """
    },
    Invariant(code: .kitStatus, last: "SELECT COALESCE(MAX(\(.rowNumber)), 0) FROM kit") {
        """
        SELECT COUNT(*) FROM kit k WHERE k.\(.rowNumber) BETWEEN \($0) AND \($1) AND k.status <> COALESCE(
            (SELECT e.status FROM kit_event e WHERE e.kit_id = k.id ORDER BY e.position DESC LIMIT 1), 'issued')
        """
    },
    Invariant(code: .auditGap, last: "SELECT COALESCE(MAX(number), 0) FROM audit") {
        "SELECT \($1) - \($0) + 1 - COUNT(*) FROM audit WHERE number BETWEEN \($0) AND \($1)"
    },
]
