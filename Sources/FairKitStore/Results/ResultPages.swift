package import FairKitCore
import FoundationEssentials
package import Relational

/// Finds the results of one page in time that grows with the logarithm of the number of results.
///
/// A list may look for something rare, so it never scans a longer list without a bound. The indexes hold the results of
/// each kind (matched or not, flag, status), and those of each laboratory and unit, in the list's order. A page is merged
/// from the requested lists, and SQLite steps through each only as far as the page reaches. What no index holds is checked
/// row by row, and a page examines a bounded number of rows. See decision 0011.
package struct ResultPages {
    let filter: ResultFilter
    private let scope: ResultScope
    let cursor: ResultCursor?
    /// The tenant's laboratories; needed where `needsLaboratories` says so.
    private let laboratories: [LaboratoryID]
    /// The last place to examine; nil: no bound.
    package var end: ResultCursor?

    /// How many results one page examines at most, if some of its conditions are in no index.
    package static let maxExamined = 1000
    /// The most laboratories whose results are merged by level.
    package static let maxLaboratories = 60

    package init(
        _ filter: ResultFilter, in scope: ResultScope, after cursor: ResultCursor?,
        among laboratories: [LaboratoryID] = []
    ) {
        self.filter = filter
        self.scope = scope
        self.cursor = cursor
        self.laboratories = laboratories
    }

    /// The sort key and id of each result on the page, and of one more.
    package func query(limit: Int) -> SQL { "\(sorted(lists, most: limit + 1)) LIMIT \(limit + 1)" }

    /// The results of all pages, at most so many.
    package func count(most: Int) -> SQL {
        "SELECT COUNT(*) FROM (\(lists.joined(by: " UNION ALL ")) LIMIT \(most)) found"
    }

    /// The sort key and id of the last result that may be examined; nil: the page needs no bound.
    ///
    /// Every result up to there is one that the caller may see, so a page that ends early tells nothing about others.
    package func lastExamined(of most: Int) -> SQL? {
        guard isMerged, !unindexed.isEmpty else { return nil }
        return "\(sorted(indexed, most: most)) LIMIT 1 OFFSET \(most - 1)"
    }

    /// Whether the page is merged from the lists of all laboratories.
    package var needsLaboratories: Bool {
        isByLevel && isMerged && scope == .consenting && filter.laboratoryID == nil
    }

    var isByLevel: Bool { filter.order.isByLevel && filter.levels != nil }

    /// Whether a result comes before another one on the page.
    func places(_ one: TestResult, before other: TestResult) -> Bool {
        let (first, second) = filter.order.isDescending ? (other, one) : (one, other)
        return sortKey(first) < sortKey(second)
    }

    private func sortKey(_ result: TestResult) -> (Int64, UUID) {
        let findings = result.current.findings
        let level = isByLevel ? findings.level?.value.count : nil
        return (level ?? Int64(findings.testDate.daysSince1970), result.id.uuid)
    }

    private func sorted(_ lists: [SQL], most: Int) -> SQL {
        lists.merged(by: filter.order.isDescending ? "1 DESC, 2 DESC" : "1, 2", most: most)
    }
}

// MARK: - The lists that are merged

extension ResultPages {
    /// Whether the page is merged from long lists. Other pages scan the few results of one patient, one kit, one
    /// reference, the account's people, or those that are held.
    private var isMerged: Bool {
        guard filter.profileID == nil, filter.reference == nil, filter.kitCode == nil, !filter.isHeld else {
            return false
        }
        return switch scope {
        case .consenting, .laboratory: true
        case .people, .patient, .none: false
        }
    }

    private var lists: [SQL] {
        if let patient = scope.patient ?? filter.profileID { return [list(of: patient)] }
        if let reference = filter.reference { return [list(of: reference)] }
        if let code = filter.kitCode { return [list(of: code)] }
        if filter.isHeld { return [heldList] }
        switch scope {
        case .consenting, .laboratory: return merged(unindexed)
        case .people(let people):
            // Unmatched results are shown to every clinician.
            let unmatched = people.own == nil ? kinds(of: "shown_to_clinicians = 1", ["is_unmatched = 1"], others) : []
            return [list(of: people)] + unmatched
        case .patient, .none: return [list("1 = 0")]
        }
    }

    /// The same lists, without the conditions that no index holds.
    private var indexed: [SQL] { merged([]) }

    private func merged(_ narrowed: [SQL]) -> [SQL] {
        switch (scope, filter.laboratoryID) {
        case (.consenting, let laboratory?): return [list(([of(laboratory, isShown: true)] + narrowed).conjunction)]
        case (.consenting, nil) where isByLevel:
            let lists = laboratories.map { list(([of($0, isShown: true)] + narrowed).conjunction) }
            return lists.isEmpty ? [list("1 = 0")] : lists
        case (.consenting, nil):
            return isOfOneKind
                ? kinds(of: "shown_to_clinicians = 1", matches, narrowed)
                : [list((["shown_to_clinicians = 1"] + narrowed).conjunction)]
        case (.laboratory(let own), let other?) where other != own: return [list("1 = 0")]
        case (.laboratory(let own), _) where isByLevel || !isOfOneKind:
            return [true, false].map { list(([of(own, isShown: $0)] + narrowed).conjunction) }
        case (.laboratory(let own), _): return kinds(of: "laboratory_id = \(own)", matches, narrowed)
        case (.people, _), (.patient, _), (.none, _): return [list("1 = 0")]
        }
    }

    /// A laboratory's results, in one of the indexes that begin with it.
    private func of(_ laboratory: LaboratoryID, isShown: Bool) -> SQL {
        let shown: SQL = isShown ? "shown_to_clinicians = 1" : "shown_to_clinicians = 0"
        let owner: SQL = "laboratory_id = \(laboratory) AND \(shown)"
        guard isByLevel, let levels = filter.levels else { return owner }
        return "\(owner) AND unit = \(levels.unit)"
    }

    /// One list for each kind.
    private func kinds(of owner: SQL, _ matches: [SQL], _ narrowed: [SQL]) -> [SQL] {
        // A result without a level has no flag.
        let flags: [AbnormalFlag?] = filter.flag.map { [$0] } ?? AbnormalFlag.allCases + [nil]
        let statuses =
            filter.status.map { [$0] } ?? ResultStatus.allCases.filter { !filter.isOfWork || !$0.isWithdrawn }
        return matches.flatMap { match in
            flags.flatMap { flag in
                statuses.map { status in
                    let isOfFlag: SQL = flag.map { "flag = \($0)" } ?? "flag IS NULL"
                    return list(
                        (["\(owner) AND \(match) AND \(isOfFlag) AND status = \(status)"] + narrowed).conjunction)
                }
            }
        }
    }

    private var isOfOneKind: Bool { filter.flag != nil || filter.status != nil || filter.isUnmatched }

    private var matches: [SQL] { filter.isUnmatched ? ["is_unmatched = 1"] : ["is_unmatched = 0", "is_unmatched = 1"] }

    /// The conditions of a merged page that are in no index of its order.
    private var unindexed: [SQL] {
        let hasKinds = !isByLevel && (filter.laboratoryID == nil || scope.laboratory != nil)
        return (hasKinds ? [] : ofKind) + others
    }

    /// Conditions by kind, where the list's index does not hold them.
    private var ofKind: [SQL] {
        var conditions: [SQL] = []
        if let flag = filter.flag { conditions.append("NOT (flag <> \(flag))") }
        if let status = filter.status { conditions.append("NOT (status <> \(status))") }
        if filter.isUnmatched { conditions.append("NOT (is_unmatched <> 1)") }
        if filter.isOfWork { conditions.append(notWithdrawn) }
        return conditions
    }

    /// Conditions that no index by date holds; and, in a list by level, the dates. `NOT … <>` keeps SQLite from choosing
    /// an index over all patients.
    private var others: [SQL] {
        var conditions: [SQL] = []
        if isByLevel {
            if let from = filter.from { conditions.append("test_date >= \(from)") }
            if let to = filter.to { conditions.append("test_date <= \(to)") }
        } else if let levels = filter.levels {
            conditions.append("NOT (unit <> \(levels.unit))")
            if let low = levels.low { conditions.append("level >= \(low)") }
            if let high = levels.high { conditions.append("level <= \(high)") }
        }
        if let genotype = filter.genotype { conditions.append("NOT (genotype <> \(genotype))") }
        if let phenotype = filter.phenotype { conditions.append("NOT (phenotype <> \(phenotype))") }
        if let method = filter.method { conditions.append("NOT (method <> \(method))") }
        if !isMerged {
            if let laboratory = filter.laboratoryID { conditions.append("NOT (laboratory_id <> \(laboratory))") }
            if isByLevel, let levels = filter.levels { conditions.append("NOT (unit <> \(levels.unit))") }
        }
        return conditions
    }
}

// MARK: - The few results of one patient, kit, reference or account

extension ResultPages {
    /// A patient has few results, so they are scanned. Conditions are written as `NOT … <>`, so that SQLite does not
    /// choose an index over all patients.
    private func list(of patient: ProfileID) -> SQL {
        var conditions: [SQL] = ["profile_id = \(patient)"]
        switch scope {
        case .consenting: conditions.append("NOT (shown_to_clinicians <> 1)")
        case .laboratory(let id): conditions.append("NOT (laboratory_id <> \(id))")
        case .people(let people): conditions.append("\(.unindexed)profile_id IN (\(people.whoseResults))")
        case .patient:
            if let other = filter.profileID, other != patient { conditions.append("1 = 0") }
        case .none: conditions.append("1 = 0")
        }
        if !scope.includesHeld { conditions.append("held_for IS NULL") }
        return list(narrowing: conditions)
    }

    /// One result, by its laboratory's own reference. Results of other laboratories are not searched.
    private func list(of reference: String) -> SQL {
        guard case .laboratory(let id) = scope else { return list("1 = 0") }
        let isIt: SQL = "\(lookup: "reference") = \(lookup: reference, .reference)"
        return list(narrowing: ["laboratory_id = \(id)", isIt], isUnmatched: filter.isUnmatched)
    }

    /// The few results of one kit.
    private func list(of code: KitCode) -> SQL {
        list(
            narrowing: ["\(lookup: "kit_code") = \(lookup: code, .code)", owner], isUnmatched: filter.isUnmatched)
    }

    /// Few results are held; they have an index of their own.
    private var heldList: SQL {
        list(narrowing: ["held_for IS NOT NULL", owner], isUnmatched: filter.isUnmatched)
    }

    /// The owner of a list's results, written so that SQLite does not choose an index over all patients.
    private var owner: SQL {
        switch scope {
        case .consenting: "NOT (shown_to_clinicians <> 1)"
        case .laboratory(let id): "NOT (laboratory_id <> \(id))"
        case .people(let people) where people.own == nil:
            "(profile_id IS NULL OR \(.unindexed)profile_id IN (\(people.whoseResults)))"
        case .people(let people): "\(.unindexed)profile_id IN (\(people.whoseResults)) AND held_for IS NULL"
        case .patient(let id): "NOT (profile_id <> \(id)) AND held_for IS NULL"
        case .none: "1 = 0"
        }
    }

    /// The people related to an account have few results each, which are scanned. The time grows with the number of
    /// these people, not of all people.
    private func list(of people: People) -> SQL {
        let own: [SQL] = scope.includesHeld ? [] : ["held_for IS NULL"]
        return list(narrowing: ["profile_id IN (\(people.whoseResults))"] + own)
    }

    private func list(narrowing owner: [SQL], isUnmatched: Bool = false) -> SQL {
        var conditions = owner + others
        if let flag = filter.flag { conditions.append("NOT (flag <> \(flag))") }
        if let status = filter.status { conditions.append("NOT (status <> \(status))") }
        if filter.isHeld { conditions.append("held_for IS NOT NULL") }
        if filter.isOfWork { conditions.append(notWithdrawn) }
        if filter.isUnread { conditions.append("read_at IS NULL") }
        if let reference = filter.reference {
            conditions.append("NOT (\(lookup: "reference") <> \(lookup: reference, .reference))")
        }
        if let code = filter.kitCode {
            conditions.append("NOT (\(lookup: "kit_code") <> \(lookup: code, .code))")
        }
        if isUnmatched {
            conditions.append("NOT (is_unmatched <> 1)")
        } else if filter.isUnmatched {
            conditions.append("1 = 0")
        }
        return list(conditions.conjunction)
    }
}

extension ResultScope {
    /// Whether held results are visible: to all but the patient and the recipients of the patient's shares.
    fileprivate var includesHeld: Bool {
        switch self {
        case .consenting, .laboratory, .none: true
        case .people(let people): people.own == nil
        case .patient: false
        }
    }

    fileprivate var patient: ProfileID? {
        if case .patient(let id) = self { id } else { nil }
    }

    fileprivate var laboratory: LaboratoryID? {
        if case .laboratory(let id) = self { id } else { nil }
    }
}
