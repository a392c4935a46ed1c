package import FairKitCore
package import SQLCipher

/// Finds the results of one page, newest test first, in time that grows with the logarithm of the number of results.
///
/// A list may look for something rare, so it never scans a longer list. The indexes hold the results of each kind
/// (matched or not, flag, status) in the list's order. A page is merged from the requested kinds, and SQLite steps
/// through each only as far as the page reaches. See decision 0011.
package struct ResultPages {
    private let filter: ResultFilter
    private let scope: ResultScope
    private let cursor: ResultCursor?

    package init(_ filter: ResultFilter, in scope: ResultScope, after cursor: ResultCursor?) {
        self.filter = filter
        self.scope = scope
        self.cursor = cursor
    }

    /// The date and id of each result on the page, and of one more.
    package func query(limit: Int) -> SQL {
        "\(lists.joined(by: " UNION ALL ")) ORDER BY 1 DESC, 2 DESC LIMIT \(limit + 1)"
    }

    /// The sorted lists from which the page is merged.
    private var lists: [SQL] {
        if let patient = scope.patient ?? filter.profileID { return [list(of: patient)] }
        if let reference = filter.reference { return [list(of: reference)] }
        if let code = filter.kitCode { return [list(of: code)] }
        if filter.isHeld { return [heldList] }
        if filter.flag == nil, filter.status == nil, !filter.isUnmatched {
            switch scope {
            case .consenting: return [list("shown_to_clinicians = 1")]
            case .laboratory(let id): return [list("laboratory_id = \(id)")]
            case .people, .patient, .none: break
            }
        }
        let all: [SQL] = filter.isUnmatched ? ["is_unmatched = 1"] : ["is_unmatched = 0", "is_unmatched = 1"]
        switch scope {
        case .consenting: return lists(of: "shown_to_clinicians = 1", all)
        case .laboratory(let id): return lists(of: "laboratory_id = \(id)", all)
        case .people(let people):
            // Unmatched results are shown to every clinician.
            let unmatched = people.own == nil ? lists(of: "shown_to_clinicians = 1", ["is_unmatched = 1"]) : []
            return [list(of: people)] + unmatched
        case .patient, .none: return [list("1 = 0")]
        }
    }

    /// One list for each kind.
    private func lists(of owner: SQL, _ matches: [SQL]) -> [SQL] {
        let flags = filter.flag.map { [$0] } ?? AbnormalFlag.allCases
        let statuses = filter.status.map { [$0] } ?? ResultStatus.allCases
        return matches.flatMap { match in
            flags.flatMap { flag in
                statuses.map { status in list("\(owner) AND \(match) AND flag = \(flag) AND status = \(status)") }
            }
        }
    }

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
        return list(narrowing: ["laboratory_id = \(id)", "reference = \(reference)"], isUnmatched: filter.isUnmatched)
    }

    /// The few results of one kit.
    private func list(of code: KitCode) -> SQL {
        list(narrowing: ["kit_code = \(code)", owner], isUnmatched: filter.isUnmatched)
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
        var conditions = owner
        if let flag = filter.flag { conditions.append("NOT (flag <> \(flag))") }
        if let status = filter.status { conditions.append("NOT (status <> \(status))") }
        if filter.isHeld { conditions.append("held_for IS NOT NULL") }
        if filter.isUnread { conditions.append("read_at IS NULL") }
        if let reference = filter.reference { conditions.append("NOT (reference <> \(reference))") }
        if let code = filter.kitCode { conditions.append("NOT (kit_code <> \(code))") }
        if isUnmatched {
            conditions.append("NOT (is_unmatched <> 1)")
        } else if filter.isUnmatched {
            conditions.append("1 = 0")
        }
        return list(conditions.conjunction)
    }

    private func list(_ condition: SQL) -> SQL {
        let (date, id) = end
        return """
            SELECT test_date, id FROM result
            WHERE \(condition) AND test_date >= \(filter.from ?? ResultPages.earliest) AND (test_date, id) < (\(date), \(id))
            """
    }

    /// The bound before which the page lies: its cursor, or the day after the last date. There is always exactly one:
    /// of two, SQLite might use the wider one and scan everything in between.
    private var end: (CalendarDate, [UInt8]) {
        let last = filter.to ?? ResultPages.latest
        if let cursor, cursor.testDate <= last { return (cursor.testDate, cursor.id.bytes) }
        return (last.adding(days: 1), [])
    }

    private static let earliest = CalendarDate(daysSince1970: -10_000_000)
    private static let latest = CalendarDate(daysSince1970: 10_000_000)
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
}
