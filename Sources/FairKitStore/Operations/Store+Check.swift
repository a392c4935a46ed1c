package import FairKitCore
import Relational

extension Store {
    /// Checks the open store: the engine's own checks, and FairKit's invariants.
    ///
    /// It runs on a connection of its own, so that no reader waits, and reads in pieces, so that no snapshot keeps the
    /// log from being emptied for long. Only the check of the structure is one statement. Rows written meanwhile are
    /// not checked.
    package func check() async throws(DatabaseError) -> StoreCheck {
        let verifier = auditVerifier(checkingSignatures: false)
        let progress = WorkProgress.current
        return try await engine.readOnDedicatedConnection { [location] (connection) throws(DatabaseError) in
            var counts: [CheckFinding.Code: Int] = [:]
            // An unreadable part is a finding, and does not prevent the other checks.
            func count(_ code: CheckFinding.Code, _ faults: () throws(DatabaseError) -> Int) throws(DatabaseError) {
                do throws(DatabaseError) {
                    counts[code, default: 0] += try faults()
                } catch  where error.isDamage {
                    counts[.structure, default: 0] += 1
                }
            }
            var rows: [Int] = []
            try count(.structure) { () throws(DatabaseError) in
                rows = try location.rows(of: invariants.map(\.rows.table) + ["audit"], on: connection)
                progress?.expect(rows.reduce(0, +))
                return 0
            }
            try count(.structure) { () throws(DatabaseError) in try location.structureFaults(on: connection) }
            try count(.reference) { () throws(DatabaseError) in try location.referenceFaults(on: connection) }
            for (place, invariant) in invariants.enumerated() {
                try count(invariant.code) { () throws(DatabaseError) in
                    try invariant.violations(
                        among: place < rows.count ? rows[place] : 0, on: connection, watchedBy: progress)
                }
            }
            try count(.auditChain) { () throws(DatabaseError) in
                try verifier.verify(connection, watchedBy: progress).isSound ? 0 : 1
            }
            var altered: [CheckFinding] = []
            for rights in Rights.allCases {
                try count(.altered) { () throws(DatabaseError) in
                    let rows = try connection.altered(rights)
                    if rows > 0 { altered.append(CheckFinding(code: .altered, count: rows, table: rights.rawValue)) }
                    return 0
                }
            }
            return StoreCheck(
                findings: CheckFinding.Code.allCases.compactMap { code in
                    counts[code].flatMap { $0 > 0 ? CheckFinding(code: code, count: $0) : nil }
                } + altered)
        }
    }
}

/// An invariant of every store, checked for some rows at a time.
private struct Invariant: Sendable {
    let code: CheckFinding.Code
    let rows: CheckedRows
    /// Counts the violations among some rows.
    let broken: @Sendable (_ some: CheckedRows.Piece) -> SQL

    /// - Parameter expected: how many rows the progress counts.
    func violations(
        among expected: Int, on connection: borrowing ReadTransaction, watchedBy progress: WorkProgress?
    ) throws(DatabaseError) -> Int {
        var (count, left) = (0, expected)
        var piece = try rows.next(after: nil, on: connection)
        while let now = piece {
            // The caller that stopped it needs no answer.
            if progress?.now.isStopped ?? false { return count }
            count += try connection.number(broken(now))
            piece = try rows.next(after: now, on: connection)
            // Numbers of erased rows have no row: the last piece counts what is left.
            let done = piece == nil ? left : min(left, CheckedRows.atOnce)
            progress?.did(done)
            left -= done
        }
        if left > 0 { progress?.did(left) }
        return count
    }
}

/// The rows of a table, in the order of its key, by which they are read in pieces.
private struct CheckedRows: Sendable {
    let table: String
    /// The table and its alias.
    let name: SQL
    /// The columns of its key.
    let key: [SQL]

    static let results = CheckedRows(table: "result", name: "result r", key: ["r.id"])
    static let versions = CheckedRows(
        table: "result_version", name: "result_version v", key: ["v.result_id", "v.number"])
    static let alerts = CheckedRows(table: "alert", name: "alert a", key: ["a.id"])
    static let deliveries = CheckedRows(table: "delivery", name: "delivery d", key: ["d.number"])
    static let events = CheckedRows(table: "alert_event", name: "alert_event e", key: ["e.number"])
    static let kits = CheckedRows(table: "kit", name: "kit k", key: ["k.id"])
    static let entries = CheckedRows(table: "audit", name: "audit a", key: ["a.number"])

    static let atOnce = 20_000

    /// Some rows that follow one another.
    struct Piece: Sendable {
        /// The condition that they fulfil.
        let condition: SQL
        /// The key of the last of them; nil: no rows follow.
        let last: [SQLValue]?
    }

    /// The rows after a piece, without reading them; nil: there are none.
    func next(after piece: Piece?, on connection: borrowing ReadTransaction) throws(DatabaseError) -> Piece? {
        if let piece, piece.last == nil { return nil }
        let columns = key.joined(by: ", ")
        let later: SQL =
            if let before = piece?.last { "(\(columns)) > (\(values(before)))" } else { "1 = 1" }
        let last = try connection.first(
            "SELECT \(columns) FROM \(name) WHERE \(later) ORDER BY \(columns) LIMIT 1 OFFSET \(CheckedRows.atOnce - 1)"
        ) { row throws(DatabaseError) in
            var last: [SQLValue] = []
            for column in key.indices { last.append(try row.value(column)) }
            return last
        }
        let upTo: SQL = if let last { "(\(columns)) <= (\(values(last)))" } else { "1 = 1" }
        return Piece(condition: "\(later) AND \(upTo)", last: last)
    }

    private func values(_ key: [SQLValue]) -> SQL { key.map { "\($0)" as SQL }.joined(by: ", ") }
}

/// Each piece is one statement on one snapshot, so a half-done write is never seen.
private let invariants: [Invariant] = [
    Invariant(code: .currentVersion, rows: .results) {
        """
        SELECT COUNT(*) FROM result r WHERE \($0.condition)
            AND (SELECT COUNT(*) FROM result_version v WHERE v.result_id = r.id AND v.is_current = 1) <> 1
        """
    },
    Invariant(code: .versionGap, rows: .results) {
        """
        SELECT COUNT(*) FROM result r WHERE \($0.condition)
            AND (SELECT MAX(number) - COUNT(*) FROM result_version v WHERE v.result_id = r.id) <> 0
        """
    },
    Invariant(code: .owner, rows: .results) {
        """
        SELECT COUNT(*) FROM result r WHERE \($0.condition) AND r.kit_id IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM kit k
                WHERE k.id = r.kit_id AND k.profile_id = r.profile_id
                    AND \(lookup: "k.code") = \(lookup: "r.kit_code"))
        """
    },
    Invariant(code: .alertMissing, rows: .versions) {
        """
        SELECT COUNT(*) FROM result_version v WHERE \($0.condition) AND v.is_current = 1
            AND v.flag = 'HH' AND v.status NOT IN ('cancelled', 'entered-in-error')
            AND NOT EXISTS (SELECT 1 FROM alert a
                WHERE a.result_id = v.result_id AND a.rule = 'critical-high' AND a.state <> 'retracted')
        """
    },
    Invariant(code: .alertTwice, rows: .alerts) {
        """
        SELECT COUNT(*) FROM alert a WHERE \($0.condition) AND a.state <> 'retracted'
            AND a.rule <> 'corrected' AND EXISTS (SELECT 1 FROM alert b
                WHERE b.result_id = a.result_id AND b.rule = a.rule AND b.id < a.id AND b.state <> 'retracted')
        """
    },
    Invariant(code: .alertUnraised, rows: .alerts) {
        """
        SELECT COUNT(*) FROM alert a WHERE \($0.condition)
            AND NOT EXISTS (SELECT 1 FROM alert_event e WHERE e.alert_id = a.id AND e.delivery IS NULL AND e.kind = 'raised')
        """
    },
    Invariant(code: .deliveryMissing, rows: .alerts) {
        """
        SELECT COUNT(*) FROM alert a JOIN consumer_group g ON g.closed_at IS NULL AND g.is_enabled = 1
            AND g.backfilled_to IS NULL AND a.raised_at >= g.begins_at AND \(bit: "a.band", isIn: "g.bands")
        WHERE \($0.condition) AND a.state = 'open'
            AND NOT EXISTS (SELECT 1 FROM delivery d JOIN consumer_group o ON o.id = d.group_id
                WHERE d.alert_id = a.id AND o.name = g.name
                    AND COALESCE(o.created_at, -1) = COALESCE(g.created_at, -1))
        """
    },
    Invariant(code: .deliveryOrder, rows: .deliveries) {
        """
        SELECT COUNT(*) FROM delivery d JOIN alert a ON a.id = d.alert_id
        WHERE \($0.condition) AND (d.rank <> a.rank OR (d.lane <> CASE a.band WHEN 0 THEN 0 ELSE 1 END AND d.is_replay = 0))
        """
    },
    Invariant(code: .eventGap, rows: .events) {
        """
        SELECT COUNT(*) FROM alert_event e WHERE \($0.condition) AND e.number <> 1 AND e.alert_id <> \(Epoch.alert)
            AND NOT EXISTS (SELECT 1 FROM alert_event p WHERE p.number = e.number - 1)
        """
    },
    Invariant(code: .eventChain, rows: .events) {
        """
        SELECT COUNT(*) FROM alert_event e WHERE \($0.condition) AND e.delivery IS NOT NULL
            AND (NOT EXISTS (SELECT 1 FROM delivery d WHERE d.number = e.delivery AND d.last_event >= e.number)
                OR (e.previous IS NOT NULL AND NOT EXISTS
                    (SELECT 1 FROM alert_event p WHERE p.number = e.previous AND p.number < e.number AND p.delivery = e.delivery)))
        """
    },
    Invariant(code: .eventChain, rows: .deliveries) {
        """
        SELECT COUNT(*) FROM delivery d WHERE \($0.condition) AND d.last_event IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM alert_event e WHERE e.number = d.last_event AND e.delivery = d.number)
        """
    },
    Invariant(code: .kitStatus, rows: .kits) {
        """
        SELECT COUNT(*) FROM kit k WHERE \($0.condition) AND k.status <> COALESCE(
            (SELECT e.status FROM kit_event e WHERE e.kit_id = k.id ORDER BY e.position DESC LIMIT 1), 'issued')
        """
    },
    Invariant(code: .auditGap, rows: .entries) {
        """
        SELECT COUNT(*) FROM audit a WHERE \($0.condition) AND a.number <> 1
            AND NOT EXISTS (SELECT 1 FROM audit p WHERE p.number = a.number - 1)
            AND NOT EXISTS (SELECT 1 FROM alert_event e WHERE e.number = a.number - 1 AND e.alert_id = \(Epoch.alert))
        """
    },
]
