package import FairKitCore
package import Relational

let notWithdrawn: SQL = "status NOT IN (\(ResultStatus.cancelled), \(ResultStatus.enteredInError))"
private let suspectHolds: SQL = """
    (\(ResultHold.unitSuspect), \(ResultHold.implausibleJump), \(ResultHold.genotypeContradicts),
    \(ResultHold.genotypeDiffers), \(ResultHold.comparatorOpen))
    """

/// A patient's first level in force or preliminary after another result, by test date; on the same day, of those
/// that were stored later. It is held at most because its level is suspect.
package func nextResult(after result: ResultID, of patient: ProfileID) -> SQL {
    // SQLite begins with the one result, and reads one row of the patient's index.
    """
    SELECT \(resultColumns) FROM result o CROSS JOIN result r
        JOIN result_version v ON v.result_id = r.id AND v.is_current = 1
    WHERE o.id = \(result) AND o.profile_id = \(patient)
        AND r.profile_id = \(patient) AND (r.test_date, r.id) > (o.test_date, o.id)
        AND r.level IS NOT NULL AND r.\(notWithdrawn) AND (r.held_for IS NULL OR r.held_for IN \(suspectHolds))
    ORDER BY r.test_date, r.id LIMIT 1
    """
}

extension Connection {
    /// A result in its current version, if the subject may see it.
    package func result(_ id: ResultID, in scope: ResultScope) throws(DatabaseError) -> TestResult? {
        try first(
            """
            SELECT \(resultColumns) FROM result r JOIN result_version v ON v.result_id = r.id AND v.is_current = 1
            WHERE r.id = \(id) AND \(authentic(scope).condition)
            """, scope.result(row:)
        ) ?? nil
    }

    /// A result in its current version, for the server itself.
    package func anyResult(_ id: ResultID) throws(DatabaseError) -> TestResult? {
        try first(
            """
            SELECT \(resultColumns) FROM result r JOIN result_version v ON v.result_id = r.id AND v.is_current = 1
            WHERE r.id = \(id)
            """, TestResult.init(row:))
    }

    /// A result in one of its versions, if the subject may see it.
    package func result(
        _ id: ResultID, version: Int, in scope: ResultScope
    ) throws(DatabaseError) -> TestResult? {
        try first(
            """
            SELECT \(resultColumns) FROM result r JOIN result_version v ON v.result_id = r.id AND v.number = \(version)
            WHERE r.id = \(id) AND \(authentic(scope).condition)
            """, scope.result(row:)
        ) ?? nil
    }

    /// The first version of what a laboratory posted under a reference.
    package func firstVersion(
        of reference: String, from laboratory: LaboratoryID
    ) throws(DatabaseError) -> TestResult? {
        try first(
            """
            SELECT \(resultColumns) FROM result r JOIN result_version v ON v.result_id = r.id AND v.number = 1
            WHERE r.laboratory_id = \(laboratory) AND \(lookup: "r.reference") = \(lookup: reference, .reference)
            """, TestResult.init(row:))
    }

    /// All versions, oldest first.
    package func versions(of id: ResultID) throws(DatabaseError) -> [ResultVersion] {
        try all(
            """
            SELECT \(resultColumns) FROM result r JOIN result_version v ON v.result_id = r.id
            WHERE r.id = \(id) ORDER BY v.number
            """
        ) { row throws(DatabaseError) in try TestResult(row: row).current }
    }

    /// The results whose ids a query selects, in their current versions.
    func results(withIDs ids: SQL) throws(DatabaseError) -> [TestResult] {
        try all(
            """
            SELECT \(resultColumns) FROM result r JOIN result_version v ON v.result_id = r.id AND v.is_current = 1
            WHERE r.id IN (\(ids))
            """, TestResult.init(row:))
    }

    /// All results of a person in their current versions, the newest test first.
    func results(about person: ProfileID) throws(DatabaseError) -> [TestResult] {
        try all(
            """
            SELECT \(resultColumns) FROM result r JOIN result_version v ON v.result_id = r.id AND v.is_current = 1
            WHERE r.id IN (\(resultsOf(person))) ORDER BY r.test_date DESC, r.id DESC
            """, ResultScope.patient(person).result(row:)
        ).compactMap(\.self)
    }

    /// Results posted for a kit before its registration, without withdrawn ones.
    package func unmatchedResults(for code: KitCode) throws(DatabaseError) -> [TestResult] {
        try all(
            """
            SELECT \(resultColumns) FROM result r JOIN result_version v ON v.result_id = r.id AND v.is_current = 1
            WHERE \(lookup: "r.kit_code") = \(lookup: code, .code) AND r.kit_id IS NULL AND v.\(notWithdrawn) ORDER BY r.id
            """, TestResult.init(row:))
    }

    /// Whether a result was ever posted for a kit.
    package func hasResult(of code: KitCode) throws(DatabaseError) -> Bool {
        try exists("SELECT 1 FROM result WHERE \(lookup: "kit_code") = \(lookup: code, .code)")
    }

    /// Why no result of a kit stands: each is held or was withdrawn; nil: one stands, or none was posted.
    /// - Parameters:
    ///   - isResulted: whether a result stood once. Another withdrawn one is not missed.
    ///   - laboratory: only its results count; nil: all do.
    package func obstacle(
        of code: KitCode, isResulted: Bool, from laboratory: LaboratoryID?
    ) throws(DatabaseError) -> ResultObstacle? {
        let own: SQL = if let laboratory { "laboratory_id = \(laboratory)" } else { "1 = 1" }
        let found = try all(
            "SELECT held_for, status FROM result WHERE \(lookup: "kit_code") = \(lookup: code, .code) AND \(own)"
        ) { row throws(DatabaseError) -> (isHeld: Bool, isWithdrawn: Bool) in
            let status: ResultStatus = try row.value(1)
            return (isHeld: try row.value(0, as: ResultHold?.self) != nil, isWithdrawn: status.isWithdrawn)
        }
        guard !found.contains(where: { !$0.isHeld && !$0.isWithdrawn }) else { return nil }
        if found.contains(where: { $0.isHeld && !$0.isWithdrawn }) { return .held }
        return isResulted && !found.isEmpty ? .withdrawn : nil
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
            WHERE \(lookup: "kit_code") = \(lookup: code, .code) AND held_for IS NULL AND \(notWithdrawn) AND \(owner)
            ORDER BY id LIMIT 1
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
                AND r.level IS NOT NULL AND r.held_for IS NULL AND r.status IN (\(ResultStatus.final), \(ResultStatus.amended), \(ResultStatus.corrected))
            ORDER BY r.test_date DESC, r.id DESC LIMIT 1
            """
        ) { row throws(DatabaseError) in try EarlierLevel(row: row, from: 0) } ?? nil
    }

    /// Results whose suspect level no one has verified since a time, oldest first.
    package func suspectResults(heldUntil time: Timestamp, limit: Int) throws(DatabaseError) -> [ResultID] {
        try all(
            """
            SELECT id FROM result
            WHERE held_for IN \(suspectHolds)
                AND profile_id IS NOT NULL AND held_at <= \(time) AND \(notWithdrawn)
                AND NOT EXISTS (SELECT 1 FROM result other
                    WHERE \(lookup: "other.kit_code") = \(lookup: "result.kit_code") AND other.id <> result.id AND other.held_for IS NULL AND other.\(notWithdrawn))
            ORDER BY held_at LIMIT \(limit)
            """
        ) { row throws(DatabaseError) in try row.value(0) }
    }

    /// See `nextResult(after:of:)`.
    package func standingResult(after result: ResultID, of patient: ProfileID) throws(DatabaseError) -> TestResult? {
        try first(nextResult(after: result, of: patient), ResultScope.patient(patient).result(row:)) ?? nil
    }

    /// The results with a level in a unit, in their current versions, among the newest that were tested since a day and stored
    /// before a time.
    ///
    /// - Parameter limit: so many are looked at of those that clinicians are shown, and of the others.
    package func levels(
        in unit: AATUnit, since day: CalendarDate, storedBefore time: Timestamp, limit: Int
    ) throws(DatabaseError) -> (results: [TestResult], isPartial: Bool) {
        var (results, isPartial): ([TestResult], Bool) = ([], false)
        for shown in [1, 0] {
            let newest: SQL = """
                SELECT id FROM result
                WHERE shown_to_clinicians = \(shown) AND test_date >= \(day) AND id < \(ResultID.new(at: time))
                ORDER BY test_date DESC, id DESC LIMIT \(limit)
                """
            results += try all(
                """
                SELECT \(resultColumns) FROM result r JOIN result_version v ON v.result_id = r.id AND v.is_current = 1
                WHERE r.id IN (\(newest)) AND r.level IS NOT NULL AND v.unit = \(unit) AND v.\(notWithdrawn)
                """, TestResult.init(row:))
            let count = try first("SELECT COUNT(*) FROM (\(newest)) n") { row throws(DatabaseError) in
                try row.value(0, as: Int.self)
            }
            if count == limit { isPartial = true }
        }
        return (results, isPartial)
    }

    /// A patient's results in force or preliminary, oldest test first.
    package func standingResults(of patient: ProfileID) throws(DatabaseError) -> [TestResult] {
        try all(
            """
            SELECT \(resultColumns) FROM result r JOIN result_version v ON v.result_id = r.id AND v.is_current = 1
            WHERE r.profile_id = \(patient) AND v.\(notWithdrawn) ORDER BY r.test_date, r.id
            """, ResultScope.patient(patient).result(row:)
        ).compactMap(\.self)
    }

    /// A page of results in their current versions, in the filter's order. If some conditions are in no index, the page
    /// ends after the last result that it examined.
    package func results(
        _ filter: ResultFilter, in scope: ResultScope, after cursor: ResultCursor?, limit: Int,
        examining most: Int = ResultPages.maxExamined
    ) throws(DatabaseError) -> Page<TestResult, ResultCursor> {
        let scope = try authentic(scope)
        var page = ResultPages(filter, in: scope, after: cursor, among: try laboratories(for: filter, in: scope))
        page.end = try end(of: page, after: most, in: filter.order)
        var found = try all(page.rows(limit: limit)) { row throws(DatabaseError) in
            let isAuthentic = try row.isAuthenticResult()
            return (result: try TestResult(row: row, isAuthentic: isAuthentic), isAdmitted: isAuthentic || !scope.isOwn)
        }
        found.sort { page.places($0.result, before: $1.result) }
        let items = Page(found: found, limit: limit) { ResultCursor(after: $0.result, in: filter.order) }
        return Page(items: items.items.filter(\.isAdmitted).map(\.result), next: items.next ?? page.end)
    }

    /// How many results a filter finds, as far as the caller may see them.
    package func resultTotal(
        _ filter: ResultFilter, in scope: ResultScope, most: Int = Total.most
    ) throws(DatabaseError) -> Total {
        let scope = try authentic(scope)
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

extension ResultScope {
    /// The result of a row that its condition found; nil: it was changed by hand, so that it is not the caller's own.
    fileprivate func result(row: borrowing Row) throws(DatabaseError) -> TestResult? {
        let isAuthentic = try row.isAuthenticResult()
        return isOwn && !isAuthentic ? nil : try TestResult(row: row, isAuthentic: isAuthentic)
    }

    /// Whether it has the results of one person or one laboratory.
    fileprivate var isOwn: Bool {
        switch self {
        case .patient, .laboratory: true
        case .people(let people): people.own != nil
        case .consenting, .none: false
        }
    }

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
