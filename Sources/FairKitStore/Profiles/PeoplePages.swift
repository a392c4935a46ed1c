package import FairKitCore
package import Relational

/// A person of a list, and the ground on which the caller sees them.
package struct ListedID: Sendable {
    package let id: ProfileID
    /// nil: the caller's role sees everyone.
    package let relation: Relation.Kind?
}

extension [ProfileID] {
    /// The ids as the list of an `IN`. Their number is rounded up by repeating the last one, so that few statements have
    /// to be prepared.
    fileprivate var list: SQL {
        guard let last else { return "NULL" }
        let size = [1, 20, 50, 101].first { $0 >= count } ?? count
        let ids = self + [ProfileID](repeating: last, count: size - count)
        return ids.map { "\($0)" as SQL }.joined(by: ", ")
    }
}

extension Connection {
    /// A page of the people whom a caller sees, the newest profile first.
    package func listPeople(
        _ filter: PeopleFilter, in scope: PeopleScope, alerts: AlertScope, before cursor: ProfileID?, limit: Int
    ) throws(DatabaseError) -> [ListedID] {
        var conditions: [SQL] = []
        if let cursor { conditions.append("p.id < \(cursor)") }
        let alerts = try authentic(alerts)
        switch scope {
        case .none: return []
        case .all:
            // Open alerts are few, and have an index of their own.
            if filter.hasOpenAlerts {
                conditions.append(
                    """
                    p.id IN (SELECT r.profile_id FROM alert a JOIN result r ON r.id = a.result_id
                        WHERE a.state = 'open' AND r.profile_id IS NOT NULL AND \(alerts.condition))
                    """)
            }
            guard filter.relation == nil else { return [] }
            return try all(
                "SELECT p.id FROM profile p WHERE \(conditions.conjunction) ORDER BY p.id DESC LIMIT \(limit)"
            ) { row throws(DatabaseError) in ListedID(id: try row.value(0), relation: nil) }
        case .people(let people):
            if filter.hasOpenAlerts {
                conditions.append(
                    """
                    EXISTS (SELECT 1 FROM result r JOIN alert a ON a.result_id = r.id
                        WHERE r.profile_id = p.id AND \(.unindexed)a.state = 'open' AND \(alerts.condition))
                    """)
            }
            if let relation = filter.relation { conditions.append("p.ground = \(People.ground(of: relation))") }
            return try all(
                """
                SELECT p.id, p.ground FROM (SELECT profile_id AS id, MIN(ground) AS ground
                    FROM (\(authentic(people).grounds)) g GROUP BY profile_id) p
                WHERE \(conditions.conjunction) ORDER BY p.id DESC LIMIT \(limit)
                """
            ) { row throws(DatabaseError) in
                let ground = try row.value(1, as: Int.self)
                return ListedID(
                    id: try row.value(0), relation: Relation.Kind.allCases.first { People.ground(of: $0) == ground })
            }
        }
    }

    /// The newest result with a level of each person that the caller may see, without withdrawn ones.
    package func latestResults(
        of people: [ProfileID], in scope: ResultScope
    ) throws(DatabaseError) -> [ProfileID: TestResult] {
        // Written so that SQLite takes the index of one person's results.
        let isVisible: SQL =
            switch try authentic(scope) {
            case .consenting: "NOT (r.shown_to_clinicians <> 1)"
            case .people(let people): "\(.unindexed)r.profile_id IN (\(people.whoseResults))"
            case .patient, .laboratory, .none: "1 = 0"
            }
        let results = try results(
            withIDs: """
                SELECT (SELECT r.id FROM result r WHERE r.profile_id = p.id AND \(isVisible) AND r.level IS NOT NULL
                    AND NOT (r.status = \(ResultStatus.cancelled) OR r.status = \(ResultStatus.enteredInError))
                    ORDER BY r.test_date DESC, r.id DESC LIMIT 1)
                FROM profile p WHERE p.id IN (\(people.list))
                """)
        var latest: [ProfileID: TestResult] = [:]
        for result in results { if let person = result.profileID { latest[person] = result } }
        return latest
    }

    /// How many open alerts about each person the caller may see.
    package func openAlertCounts(
        of people: [ProfileID], in scope: AlertScope
    ) throws(DatabaseError) -> [ProfileID: Int] {
        var counts: [ProfileID: Int] = [:]
        _ = try all(
            """
            SELECT r.profile_id, COUNT(*) FROM result r JOIN alert a ON a.result_id = r.id
            WHERE r.profile_id IN (\(people.list)) AND \(.unindexed)a.state = 'open' AND \(authentic(scope).condition)
            GROUP BY r.profile_id
            """
        ) { row throws(DatabaseError) in counts[try row.value(0)] = try row.value(1) }
        return counts
    }

    /// The profiles of some people, by two queries.
    package func profiles(_ people: [ProfileID]) throws(DatabaseError) -> [ProfileID: Profile] {
        var identifiers: [ProfileID: [Identifier]] = [:]
        _ = try all(
            """
            SELECT profile_id, system, value, position FROM profile_identifier WHERE profile_id IN (\(people.list))
            ORDER BY profile_id, position
            """
        ) { row throws(DatabaseError) in
            identifiers[try row.value(0), default: []].append(
                Identifier(
                    system: try row.value(1), value: try row.value(2, sealed: .profileIdentifierValue, key: 0, 3)))
        }
        var profiles: [ProfileID: Profile] = [:]
        _ = try all("SELECT \(profileColumns) FROM profile WHERE id IN (\(people.list))") {
            row throws(DatabaseError) in
            let id = try row.value(0, as: ProfileID.self)
            profiles[id] = try Profile(row: row, identifiers: identifiers[id] ?? [])
        }
        return profiles
    }
}
