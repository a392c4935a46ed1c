package import FairKitCore
package import Relational

/// Finds the alerts of one page. Alerts that wait for a clinician are indexed in the order of urgency. The few alerts of one
/// person, or of an account's people, are found by their results. All others are examined from the newest one on, and a
/// page examines a bounded number of them.
package struct AlertPages {
    private let filter: AlertFilter
    private let scope: AlertScope
    private let cursor: AlertCursor?
    /// The last alert to examine; nil: no bound.
    package var end: AlertCursor?
    /// Those of the most urgent band are left out.
    package var isWithoutCritical = false

    package init(_ filter: AlertFilter, in scope: AlertScope, after cursor: AlertCursor?) {
        self.filter = filter
        self.scope = scope
        self.cursor = cursor
    }

    /// The last alert that may be examined; nil: the page needs no bound.
    package func lastExamined(of most: Int) -> SQL? {
        guard filter.ids == nil, !isOfOnePatient, scope.isPartial == isByUrgency else { return nil }
        let indexed: SQL = isByUrgency ? waiting : "1 = 1"
        return
            "SELECT a.band, a.rank, a.id FROM alert a WHERE \(indexed) AND \(later) ORDER BY \(order) LIMIT 1 OFFSET \(most - 1)"
    }

    /// The condition of a query of the alerts `a` and their results `r`, after WHERE.
    package var condition: SQL {
        var conditions: [SQL] = [state, scope.condition, later]
        if case .people(let people) = scope, !isByUrgency, !isOfOnePatient {
            conditions.append("a.id IN (\(people.alerts))")
        }
        if let ids = filter.ids {
            conditions.append(ids.isEmpty ? "1 = 0" : "a.id IN (\(ids.map { "\($0)" as SQL }.joined(by: ", ")))")
        }
        if let profile = filter.profileID { conditions.append("a.result_id IN (\(resultsOf(profile)))") }
        // In the order of raising, the index of an order of urgency would be no help.
        if let band = filter.band, !isByUrgency || isOfOnePatient { conditions.append("\(.unindexed)a.band = \(band)") }
        if let end {
            conditions.append(
                end.urgency.map { "(a.band, a.rank, a.id) <= (\($0.band), \($0.rank), \(end.id))" }
                    ?? "a.id >= \(end.id)")
        }
        return conditions.conjunction
    }

    /// Whether the caller sees every open critical alert among them: their index alone counts them, without their results.
    package var showsAllOpenCritical: Bool {
        guard filter.state == .open, isByUrgency, !isOfOnePatient, filter.ids == nil else { return false }
        guard filter.band == nil || filter.band == .critical else { return false }
        switch scope {
        case .all, .people: return true
        case .patient, .none: return false
        }
    }

    package var order: SQL { isByUrgency ? "a.band, a.rank, a.id" : "a.id DESC" }

    private var isByUrgency: Bool { filter.order == .urgent && filter.state?.waitsForClinician == true }

    /// A person's few alerts are found by their results, not by reading all of one state.
    private var isOfOnePatient: Bool { filter.profileID != nil || scope.isOfOnePatient }

    private var state: SQL {
        if isByUrgency, !isOfOnePatient { return waiting }
        return filter.state.map { "\(.unindexed)a.state = \($0)" } ?? "1 = 1"
    }

    /// Written out, so that SQLite recognises the partial index.
    private var waiting: SQL {
        let band: SQL = if let band = filter.band { " AND a.band = \(band)" } else { "" }
        return filter.state == .acknowledged ? "a.state = 'acknowledged'\(band)" : "a.state = 'open'\(band)"
    }

    private var later: SQL {
        guard let cursor else { return isWithoutCritical ? "a.band > \(Band.critical)" : "1 = 1" }
        return cursor.urgency.map { "(a.band, a.rank, a.id) > (\($0.band), \($0.rank), \(cursor.id))" }
            ?? "a.id < \(cursor.id)"
    }
}

extension People {
    /// The ids of all alerts that a clinician's account may see. Unmatched results are few.
    fileprivate var alerts: SQL {
        """
        SELECT id FROM alert WHERE state = 'open' AND band = \(Band.critical)
        UNION SELECT x.id FROM result s JOIN alert x ON x.result_id = s.id WHERE s.profile_id IN (\(patients))
        UNION SELECT x.id FROM result s JOIN alert x ON x.result_id = s.id
            WHERE s.shown_to_clinicians = 1 AND s.is_unmatched = 1
        """
    }
}

extension AlertScope {
    /// The condition of the caller's scope, which is part of every query of alerts for a caller.
    var condition: SQL {
        switch self {
        case .all: "1 = 1"
        case .people(let people):
            """
            ((a.band = \(Band.critical) AND a.state = \(AlertState.open)) OR r.profile_id IS NULL
                OR r.profile_id IN (\(people.patients)))
            """
        case .patient(let id): "a.result_id IN (\(resultsOf(id))) AND r.held_for IS NULL"
        case .none: "1 = 0"
        }
    }

    /// Whether visibility has to be checked for each alert.
    var isPartial: Bool {
        switch self {
        case .people: true
        case .all, .patient, .none: false
        }
    }

    var isOfOnePatient: Bool { if case .patient = self { true } else { false } }
}
