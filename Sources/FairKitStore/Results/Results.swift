package import FairKitCore
package import SQLCipher

/// The columns of a result and of one of its versions, in the order in which `TestResult.init(row:)` reads them.
private let columns: SQL = """
    r.id, r.laboratory_id, r.reference, r.kit_code, r.kit_id, r.profile_id,
    (SELECT a.id FROM alert a WHERE a.result_id = r.id AND a.result_version <= v.number
        ORDER BY a.result_version DESC, a.band LIMIT 1),
    v.number, v.status, v.test_date, v.level, v.unit, v.comparator, v.genotype, v.method, v.low, v.high,
    v.critical_multiple, v.range_source, v.flag, v.comparator_open, v.genotype_contradicts, v.reason, v.recorded_at,
    v.jumps, r.held_for, r.read_at, r.verified_at, v.range_id, v.severe_limit, v.unit_suspect, v.genotype_differs,
    v.specimen, v.collected_at, v.received_at, v.performer, v.device, v.comment, v.crp, v.crp_unit, v.order_number
    """

private let notWithdrawn: SQL = "status NOT IN (\(ResultStatus.cancelled), \(ResultStatus.enteredInError))"

extension Connection {
    /// A result in its current version, if the subject may see it.
    package func result(_ id: ResultID, in scope: ResultScope) throws(DatabaseError) -> TestResult? {
        try first(
            """
            SELECT \(columns) FROM result r JOIN result_version v ON v.result_id = r.id AND v.is_current = 1
            WHERE r.id = \(id) AND \(scope.condition)
            """, TestResult.init(row:))
    }

    /// A result in its current version, for the server itself.
    package func anyResult(_ id: ResultID) throws(DatabaseError) -> TestResult? {
        try first(
            """
            SELECT \(columns) FROM result r JOIN result_version v ON v.result_id = r.id AND v.is_current = 1
            WHERE r.id = \(id)
            """, TestResult.init(row:))
    }

    /// A result in one of its versions, if the subject may see it.
    package func result(
        _ id: ResultID, version: Int, in scope: ResultScope
    ) throws(DatabaseError) -> TestResult? {
        try first(
            """
            SELECT \(columns) FROM result r JOIN result_version v ON v.result_id = r.id AND v.number = \(version)
            WHERE r.id = \(id) AND \(scope.condition)
            """, TestResult.init(row:))
    }

    /// The first version of what a laboratory posted under a reference.
    package func firstVersion(
        of reference: String, from laboratory: LaboratoryID
    ) throws(DatabaseError) -> TestResult? {
        try first(
            """
            SELECT \(columns) FROM result r JOIN result_version v ON v.result_id = r.id AND v.number = 1
            WHERE r.laboratory_id = \(laboratory) AND r.reference = \(reference)
            """, TestResult.init(row:))
    }

    /// All versions, oldest first.
    package func versions(of id: ResultID) throws(DatabaseError) -> [ResultVersion] {
        try all(
            """
            SELECT \(columns) FROM result r JOIN result_version v ON v.result_id = r.id
            WHERE r.id = \(id) ORDER BY v.number
            """
        ) { row throws(DatabaseError) in try TestResult(row: row).current }
    }

    /// The results whose ids a query selects, in their current versions.
    func results(withIDs ids: SQL) throws(DatabaseError) -> [TestResult] {
        try all(
            """
            SELECT \(columns) FROM result r JOIN result_version v ON v.result_id = r.id AND v.is_current = 1
            WHERE r.id IN (\(ids))
            """, TestResult.init(row:))
    }

    /// All results of a person in their current versions, the newest test first.
    func results(about person: ProfileID) throws(DatabaseError) -> [TestResult] {
        try all(
            """
            SELECT \(columns) FROM result r JOIN result_version v ON v.result_id = r.id AND v.is_current = 1
            WHERE r.id IN (\(resultsOf(person))) ORDER BY r.test_date DESC, r.id DESC
            """, TestResult.init(row:))
    }

    /// Results posted for a kit before its registration, without withdrawn ones.
    package func unmatchedResults(for code: KitCode) throws(DatabaseError) -> [TestResult] {
        try all(
            """
            SELECT \(columns) FROM result r JOIN result_version v ON v.result_id = r.id AND v.is_current = 1
            WHERE r.kit_code = \(code) AND r.kit_id IS NULL AND v.\(notWithdrawn) ORDER BY r.id
            """, TestResult.init(row:))
    }

    /// Whether a result was ever posted for a kit.
    package func hasResult(of code: KitCode) throws(DatabaseError) -> Bool {
        try exists("SELECT 1 FROM result WHERE kit_code = \(code)")
    }

    /// A result of a kit that is neither withdrawn nor held; nil: there is none.
    /// - Parameter patient: the patient to whom it must belong; nil: any or none.
    package func standingResult(
        for code: KitCode, ofPatient patient: ProfileID? = nil
    ) throws(DatabaseError) -> ResultID? {
        let owner: SQL = if let patient { "profile_id = \(patient)" } else { "1 = 1" }
        return try first(
            """
            SELECT id FROM result
            WHERE kit_code = \(code) AND held_for IS NULL AND \(notWithdrawn) AND \(owner) ORDER BY id LIMIT 1
            """
        ) { row throws(DatabaseError) in try row.value(0) }
    }

    /// The patient's newest level before a result with this test date, from finished results in force; on the same day,
    /// from results that were stored earlier.
    package func lastLevel(
        of patient: ProfileID, until testDate: CalendarDate, except result: ResultID
    ) throws(DatabaseError) -> EarlierLevel? {
        try first(
            """
            SELECT v.level, v.unit, v.comparator, r.test_date
            FROM result r JOIN result_version v ON v.result_id = r.id AND v.is_current = 1
            WHERE r.profile_id = \(patient) AND r.test_date <= \(testDate)
                AND (r.test_date < \(testDate) OR r.id < \(result)) AND r.id <> \(result)
                AND r.held_for IS NULL AND r.status IN (\(ResultStatus.final), \(ResultStatus.amended), \(ResultStatus.corrected))
            ORDER BY r.test_date DESC, r.id DESC LIMIT 1
            """
        ) { row throws(DatabaseError) in
            EarlierLevel(
                level: Level(value: try row.value(0), unit: try row.value(1), comparator: try row.value(2)),
                testDate: try row.value(3))
        }
    }

    /// Results whose suspect level no one has verified since a time, oldest first.
    package func suspectResults(heldUntil time: Timestamp, limit: Int) throws(DatabaseError) -> [ResultID] {
        try all(
            """
            SELECT id FROM result
            WHERE held_for IN (\(ResultHold.unitSuspect), \(ResultHold.implausibleJump),
                    \(ResultHold.genotypeContradicts), \(ResultHold.genotypeDiffers), \(ResultHold.comparatorOpen))
                AND profile_id IS NOT NULL AND held_at <= \(time) AND \(notWithdrawn)
                AND NOT EXISTS (SELECT 1 FROM result other WHERE other.kit_code = result.kit_code
                    AND other.id <> result.id AND other.held_for IS NULL AND other.\(notWithdrawn))
            ORDER BY held_at LIMIT \(limit)
            """
        ) { row throws(DatabaseError) in try row.value(0) }
    }

    /// A patient's results in force or preliminary, oldest test first.
    package func standingResults(of patient: ProfileID) throws(DatabaseError) -> [TestResult] {
        try all(
            """
            SELECT \(columns) FROM result r JOIN result_version v ON v.result_id = r.id AND v.is_current = 1
            WHERE r.profile_id = \(patient) AND v.\(notWithdrawn) ORDER BY r.test_date, r.id
            """, TestResult.init(row:))
    }

    /// A page of results in their current versions, in the filter's order. If some conditions are in no index, the page
    /// ends after the last result that it examined.
    package func results(
        _ filter: ResultFilter, in scope: ResultScope, after cursor: ResultCursor?, limit: Int,
        examining most: Int = ResultPages.maxExamined
    ) throws(DatabaseError) -> Page<TestResult, ResultCursor> {
        var page = ResultPages(filter, in: scope, after: cursor, among: try laboratories(for: filter, in: scope))
        page.end = try end(of: page, after: most, in: filter.order)
        let found = try all(page.rows(limit: limit), TestResult.init(row:))
        let items = Page(found: found, limit: limit) { ResultCursor(after: $0, in: filter.order) }
        return items.next == nil ? Page(items: items.items, next: page.end) : items
    }

    /// How many results a filter finds, as far as the caller may see them.
    package func total(
        _ filter: ResultFilter, in scope: ResultScope, most: Int = Total.most
    ) throws(DatabaseError) -> Total {
        var pages = ResultPages(filter, in: scope, after: nil, among: try laboratories(for: filter, in: scope))
        pages.end = try end(of: pages, after: most, in: filter.order)
        return Total(try number(pages.count(most: most + 1)), most: most, isLowerBound: pages.end != nil)
    }

    /// Whether a list by level has to name a laboratory, because the tenant has too many to merge.
    package func needsLaboratory(_ filter: ResultFilter, in scope: ResultScope) throws(DatabaseError) -> Bool {
        try laboratories(for: filter, in: scope).count > ResultPages.maxLaboratories
    }

    private func end(
        of page: ResultPages, after most: Int, in order: ResultOrder
    ) throws(DatabaseError) -> ResultCursor? {
        guard let last = page.lastExamined(of: most) else { return nil }
        return try first(last) { row throws(DatabaseError) in
            let id = try row.value(1, as: ResultID.self)
            return order.isByLevel
                ? ResultCursor(.level(try row.value(0)), id) : ResultCursor(.date(try row.value(0)), id)
        }
    }

    /// The laboratories whose lists a page merges.
    private func laboratories(
        for filter: ResultFilter, in scope: ResultScope
    ) throws(DatabaseError) -> [LaboratoryID] {
        guard ResultPages(filter, in: scope, after: nil).needsLaboratories else { return [] }
        return try all("SELECT id FROM laboratory LIMIT \(ResultPages.maxLaboratories + 1)") {
            row throws(DatabaseError) in try row.value(0)
        }
    }
}

extension ResultPages {
    /// The page's results in their current versions, and one result more.
    package func rows(limit: Int) -> SQL {
        """
        SELECT \(columns) FROM (\(query(limit: limit))) page JOIN result r ON r.id = page.id
        JOIN result_version v ON v.result_id = r.id AND v.is_current = 1
        ORDER BY \(order)
        """
    }
}

extension Connection where Access == Writing {
    /// Stores a new result with its first version.
    package func insert(_ result: TestResult) throws(DatabaseError) {
        let version = result.current
        try run(
            """
            INSERT INTO result (id, laboratory_id, reference, kit_code, kit_id, profile_id, test_date, status, flag,
                is_unmatched, shown_to_clinicians, held_for, held_at, level, unit, genotype, method)
            VALUES (\(result.id), \(result.laboratoryID), \(result.reference), \(result.kitCode), \(result.kitID),
                \(result.profileID), \(version.findings.testDate), \(version.status), \(version.interpretation.flag),
                \(result.kitID == nil), \(shownToClinicians(of: result.profileID)), \(result.hold),
                \(result.hold == nil ? nil : version.recordedAt), \(version.findings.level.value),
                \(version.findings.level.unit), \(version.findings.genotype), \(version.findings.method))
            """)
        try insert(result.current, of: result.id)
    }

    /// Stores the next version, which becomes the current one.
    package func append(_ version: ResultVersion, to result: ResultID) throws(DatabaseError) {
        let replaced = try run(
            "UPDATE result_version SET is_current = 0 WHERE result_id = \(result) AND is_current = 1")
        // No index guarantees that one version is current. This check does, and that none is stored twice.
        guard replaced == 1 else { throw .unexpectedValue(column: 0, sql: "result_version.is_current") }
        try run(
            """
            UPDATE result SET test_date = \(version.findings.testDate), status = \(version.status),
                flag = \(version.interpretation.flag), level = \(version.findings.level.value),
                unit = \(version.findings.level.unit), genotype = \(version.findings.genotype),
                method = \(version.findings.method), read_at = NULL
            WHERE id = \(result)
            """)
        try insert(version, of: result)
    }

    /// Assigns a result, with its alerts, to the patient who registered its kit.
    package func bind(
        _ result: ResultID, to kit: KitID, of profile: ProfileID, at now: Timestamp
    ) throws(DatabaseError) {
        let isBound =
            try run(
                """
                UPDATE result SET kit_id = \(kit), profile_id = \(profile), is_unmatched = 0,
                    shown_to_clinicians = \(shownToClinicians(of: profile))
                WHERE id = \(result) AND kit_id IS NULL
                """) == 1
        guard isBound else { return }
        try noteChange(of: .result(result), at: now)
        for alert in try all(
            "SELECT id FROM alert WHERE result_id = \(result)",
            { row throws(DatabaseError) in
                try row.value(0, as: AlertID.self)
            })
        {
            try noteChange(of: .alert(alert), at: now)
        }
    }

    /// Notes that the patient has read the current version. The first time counts.
    package func markRead(_ result: ResultID, at now: Timestamp) throws(DatabaseError) {
        let isFirst = try run("UPDATE result SET read_at = \(now) WHERE id = \(result) AND read_at IS NULL") == 1
        if isFirst { try noteChange(of: .result(result), at: now) }
    }

    /// Holds a result, or releases it.
    /// - Parameter isVerified: a person has verified the level.
    package func set(
        _ hold: ResultHold?, of result: ResultID, isVerified: Bool = false, at now: Timestamp
    ) throws(DatabaseError) {
        let since: Timestamp? = hold == nil ? nil : now
        let verified: Timestamp? = isVerified ? now : nil
        try run(
            """
            UPDATE result SET held_for = \(hold), held_at = \(since), verified_at = \(verified) WHERE id = \(result)
            """)
        try noteChange(of: .result(result), at: now)
    }

    /// Whether clinicians see this patient's results, or unmatched ones. When the consent changes, a trigger of the
    /// schema updates it.
    private func shownToClinicians(of patient: ProfileID?) -> SQL {
        "COALESCE((SELECT consent_clinicians FROM profile WHERE id = \(patient)), 1)"
    }

    private func insert(_ version: ResultVersion, of result: ResultID) throws(DatabaseError) {
        let findings = version.findings
        let sample = findings.sample
        let verify = version.interpretation.verify
        try run(
            """
            INSERT INTO result_version (result_id, number, is_current, status, test_date, level, unit, comparator,
                genotype, method, low, high, critical_multiple, range_source, flag, comparator_open,
                genotype_contradicts, reason, recorded_at, jumps, range_id, severe_limit, unit_suspect,
                genotype_differs, specimen, collected_at, received_at, performer, device, comment, crp, crp_unit,
                order_number)
            VALUES (\(result), \(version.number), 1, \(version.status), \(findings.testDate), \(findings.level.value),
                \(findings.level.unit), \(findings.level.comparator), \(findings.genotype), \(findings.method),
                \(version.range.low), \(version.range.high), \(version.range.criticalMultiple),
                \(version.range.source), \(version.interpretation.flag), \(verify.contains(.comparatorOpen)),
                \(verify.contains(.genotypeContradicts)), \(version.reason), \(version.recordedAt),
                \(verify.contains(.implausibleJump)), \(version.range.number), \(version.range.severeLimit),
                \(verify.contains(.unitSuspect)), \(verify.contains(.genotypeDiffers)), \(sample.specimen),
                \(sample.collectedAt), \(sample.receivedAt), \(sample.performer), \(sample.device), \(sample.comment),
                \(sample.crp?.value), \(sample.crp?.unit), \(sample.orderNumber))
            """)
        try noteChange(of: .result(result), version: version.number, at: version.recordedAt)
    }
}

extension ResultScope {
    /// The condition of the caller's scope, which is part of every query of a single result.
    fileprivate var condition: SQL {
        switch self {
        case .consenting: "r.shown_to_clinicians = 1"
        case .patient(let id): "r.profile_id = \(id) AND r.held_for IS NULL"
        case .laboratory(let id): "r.laboratory_id = \(id)"
        case .people(let people) where people.own == nil:
            "(r.profile_id IS NULL OR r.profile_id IN (\(people.whoseResults)))"
        case .people(let people): "r.profile_id IN (\(people.whoseResults)) AND r.held_for IS NULL"
        case .none: "1 = 0"
        }
    }
}

extension TestResult {
    fileprivate init(row: borrowing Row) throws(DatabaseError) {
        self.init(
            id: try row.value(0), laboratoryID: try row.value(1), reference: try row.value(2),
            kitCode: try row.value(3), kitID: try row.value(4), profileID: try row.value(5),
            current: try ResultVersion(row: row), alertID: try row.value(6), hold: try row.value(25),
            readAt: try row.value(26), verifiedAt: try row.value(27))
    }
}

extension ResultVersion {
    fileprivate init(row: borrowing Row) throws(DatabaseError) {
        let range = AppliedRange(
            low: try row.value(15), high: try row.value(16), criticalMultiple: try row.value(17),
            source: try row.value(18), severeLimit: try row.value(29), number: try row.value(28))
        let level = Level(value: try row.value(10), unit: try row.value(11), comparator: try row.value(12))
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
            performer: try row.value(35), device: try row.value(36), comment: try row.value(37),
            crp: crp.flatMap { value in crpUnit.map { CRP(value: value, unit: $0) } }, orderNumber: try row.value(40))
        self.init(
            number: try row.value(7), status: try row.value(8),
            findings: Findings(
                testDate: try row.value(9), level: level, genotype: try row.value(13), method: try row.value(14),
                reportedRange: range.source == .reported ? ReportedRange(low: range.low, high: range.high) : nil,
                sample: sample),
            range: range, interpretation: Interpretation(flag: try row.value(19), verify: verify),
            reason: try row.value(22), recordedAt: try row.value(23))
    }
}
