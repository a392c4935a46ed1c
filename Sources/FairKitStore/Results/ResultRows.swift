import FairKitCore
package import Relational

/// The columns of a result and of one of its versions, in the order in which `TestResult.init(row:)` reads them.
///
/// Its alert is the one that none comes before: SQLite would open a sorter for `ORDER BY`, once for each row.
let resultColumns: SQL = """
    r.id, r.laboratory_id, r.reference, r.kit_code, r.kit_id, r.profile_id,
    (SELECT a.id FROM alert a WHERE a.result_id = r.id AND a.result_version <= v.number AND NOT EXISTS
        (SELECT 1 FROM alert b WHERE b.result_id = r.id AND b.result_version <= v.number
            AND (b.result_version > a.result_version OR (b.result_version = a.result_version AND b.band < a.band)))
        LIMIT 1),
    v.number, v.status, v.test_date, v.level, v.unit, v.comparator, v.genotype, v.method, v.low, v.high,
    v.critical_multiple, v.range_source, v.flag, v.comparator_open, v.genotype_contradicts, v.reason, v.recorded_at,
    v.jumps, r.held_for, r.read_at, r.verified_at, v.range_id, v.severe_limit, v.unit_suspect, v.genotype_differs,
    v.specimen, v.collected_at, v.received_at, v.performer, v.device, v.comment, v.crp, v.crp_unit, v.order_number,
    r.verified_by, r.verified_because, v.conflicts, v.phenotype, v.interpretation, \(rightsOfResult)
    """
private let rightsOfResult: SQL = "\(rights: .result, from: "r")"

extension ResultPages {
    /// The page's results in their current versions, and one result more, in any order: SQLite would copy
    /// every column of a row to sort it. `places` has the page's order.
    ///
    /// The page comes first: `CROSS JOIN` keeps SQLite from reading every version and looking for it on the page.
    package func rows(limit: Int) -> SQL {
        """
        SELECT \(resultColumns) FROM (\(query(limit: limit))) page CROSS JOIN result r
        JOIN result_version v ON v.result_id = r.id AND v.is_current = 1
        WHERE r.id = page.id
        """
    }
}

extension Row {
    /// Whether a result, of which the statement selects `resultColumns`, has its code.
    func isAuthenticResult() throws(DatabaseError) -> Bool { try isAuthentic(.result, at: 46) }
}

extension TestResult {
    /// A result whose row was changed by hand belongs to no one.
    init(row: borrowing Row) throws(DatabaseError) { try self.init(row: row, isAuthentic: row.isAuthenticResult()) }

    init(row: borrowing Row, isAuthentic: Bool) throws(DatabaseError) {
        self.init(
            id: try row.value(0), laboratoryID: try row.value(1),
            reference: try row.value(2, sealed: .resultReference, key: 0),
            kitCode: try row.value(3, sealed: .resultKitCode, key: 0),
            kitID: isAuthentic ? try row.value(4, as: KitID?.self) : nil,
            profileID: isAuthentic ? try row.value(5, as: ProfileID?.self) : nil,
            current: try ResultVersion(row: row), alertID: try row.value(6), hold: try row.value(25),
            readAt: try row.value(26), verification: try ResultVerification(row: row))
    }
}

extension ResultVerification {
    fileprivate init?(row: borrowing Row) throws(DatabaseError) {
        guard let at = try row.value(27, as: Timestamp?.self) else { return nil }
        self.init(
            at: at, by: try row.value(41), reason: try row.value(42, sealed: .resultVerifiedBecause, key: 0))
    }
}

extension Level {
    /// nil: the row has none.
    /// - Parameter first: the column of its number; unit and comparator follow.
    init?(row: borrowing Row, from first: Int) throws(DatabaseError) {
        guard let value = try row.value(first, as: Thousandths?.self) else { return nil }
        self.init(value: value, unit: try row.value(first + 1), comparator: try row.value(first + 2))
    }
}

extension AppliedRange {
    /// nil: the row has none.
    /// - Parameter first: the column of its lower limit; the upper one, the multiple and the source follow.
    init?(row: borrowing Row, from first: Int, severeLimit: Thousandths? = nil, number: Int? = nil)
        throws(DatabaseError)
    {
        guard let low = try row.value(first, as: Thousandths?.self) else { return nil }
        self.init(
            low: low, high: try row.value(first + 1), criticalMultiple: try row.value(first + 2),
            source: try row.value(first + 3), severeLimit: severeLimit, number: number)
    }
}

extension ResultVersion {
    init(row: borrowing Row) throws(DatabaseError) {
        let range = try AppliedRange(
            row: row, from: 15, severeLimit: try row.value(29), number: try row.value(28))
        var verify: [Verification] = []
        if try row.value(20) { verify.append(.comparatorOpen) }
        if try row.value(21) { verify.append(.genotypeContradicts) }
        if try row.value(31) { verify.append(.genotypeDiffers) }
        if try row.value(24) { verify.append(.implausibleJump) }
        if try row.value(30) { verify.append(.unitSuspect) }
        let crp = try row.value(38, as: Thousandths?.self)
        let crpUnit = try row.value(39, as: CRP.Unit?.self)
        let sample = SampleFacts(
            specimen: try row.value(32), collectedAt: try row.value(33), receivedAt: try row.value(34),
            performer: try row.value(35, sealed: .resultVersionPerformer, key: 0, 7), device: try row.value(36),
            comment: try row.value(37, sealed: .resultVersionComment, key: 0, 7),
            crp: crp.flatMap { value in crpUnit.map { CRP(value: value, unit: $0) } },
            orderNumber: try row.value(40, sealed: .resultVersionOrderNumber, key: 0, 7))
        let conflicts = try row.value(43, as: StoredConflicts?.self, sealed: .resultVersionConflicts, key: 0, 7)
        self.init(
            number: try row.value(7), status: try row.value(8),
            findings: Findings(
                testDate: try row.value(9), level: try Level(row: row, from: 10), genotype: try row.value(13),
                phenotype: try row.value(44), method: try row.value(14),
                reportedRange: range.flatMap {
                    $0.source == .reported ? ReportedRange(low: $0.low, high: $0.high) : nil
                },
                sample: sample, interpretation: try row.value(45, sealed: .resultVersionInterpretation, key: 0, 7),
                conflicts: conflicts?.items ?? []),
            range: range, interpretation: Interpretation(flag: try row.value(19), verify: verify),
            reason: try row.value(22, sealed: .resultVersionReason, key: 0, 7), recordedAt: try row.value(23))
    }
}
