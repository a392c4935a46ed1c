package import FairKitCore
package import Relational

/// The people whom a day's events concern. Each statement finds them by the time of the events, in an index.
package struct FigureDay {
    /// For each measure the quarter, 0 where a person counts once for ever, and the people with their programme and gravity.
    package let people: [(measure: FigureMeasure, quarter: Int, sql: SQL)]

    package init(_ day: CalendarDate) {
        let (from, to) = (day.start, day.adding(days: 1).start)
        let quarter = CalendarQuarter(of: day)
        // A programme counts events through its last day. After it, its members are in none.
        func programme(on day: SQL) -> SQL {
            "CASE WHEN g.ends_on < \(day) THEN \(ProgrammeID.none) ELSE COALESCE(m.programme_id, \(ProgrammeID.none)) END"
        }
        let consent: SQL = """
            JOIN profile p ON p.id = e.profile_id AND p.consent_partners = 1
            LEFT JOIN programme_member m ON m.profile_id = e.profile_id AND m.joined_at < \(to)
            LEFT JOIN programme g ON g.id = m.programme_id
            """
        let runs: SQL = "(g.ends_on IS NULL OR g.ends_on >= \(day))"
        let signedIn: SQL = """
            SELECT DISTINCT m.profile_id, m.programme_id, CAST(NULL AS INTEGER) AS gravity
            FROM session e JOIN account a ON a.id = e.account_id JOIN programme_member m ON m.profile_id = a.profile_id
                JOIN programme g ON g.id = m.programme_id
            WHERE \(runs) AND m.joined_at < \(to) AND e.id >= \(SessionID.first(at: from)) AND e.id < \(SessionID.first(at: to))
            """
        // Results of earlier days count, too, that were held until now; a quarter's in that quarter. An id begins with its time.
        // A test from before its person joined counts for no programme.
        let results = max(day.adding(days: -14), quarter.firstDay).start
        people = [
            (
                .enrolled, 0,
                """
                SELECT m.profile_id, m.programme_id, CAST(NULL AS INTEGER) AS gravity
                FROM programme_member m JOIN programme g ON g.id = m.programme_id
                WHERE \(runs) AND m.joined_at >= \(from) AND m.joined_at < \(to)
                """
            ),
            (
                .registered, quarter.index,
                """
                SELECT DISTINCT e.profile_id, \(programme(on: "\(day)")) AS programme_id, CAST(NULL AS INTEGER) AS gravity
                FROM kit e \(consent)
                WHERE e.registered_at >= \(from) AND e.registered_at < \(to)
                """
            ),
            (
                .completed, quarter.index,
                """
                SELECT r.profile_id, r.programme_id, MAX(r.gravity) AS gravity FROM (
                    SELECT e.profile_id, \(programme(on: "e.test_date")) AS programme_id,
                        CASE e.flag WHEN \(gravest[4]) THEN 4 WHEN \(gravest[3]) THEN 3 WHEN \(gravest[2]) THEN 2
                            WHEN \(gravest[1]) THEN 1 ELSE 0 END AS gravity
                    FROM result e \(consent)
                    WHERE e.id >= \(ResultID.first(at: results)) AND e.id < \(ResultID.first(at: to)) AND e.held_for IS NULL
                        AND (m.joined_at IS NULL OR e.test_date >= m.joined_at / \(86_400_000)) AND e.flag IS NOT NULL
                        AND e.status NOT IN (\(ResultStatus.cancelled), \(ResultStatus.enteredInError))
                ) r GROUP BY r.profile_id, r.programme_id
                """
            ),
            (.active, quarter.index, signedIn),
            (.retained30, 0, "\(signedIn) AND e.started_at >= m.joined_at + \(30 * 86_400_000)"),
            (.retained90, 0, "\(signedIn) AND e.started_at >= m.joined_at + \(90 * 86_400_000)"),
        ]
    }
}

extension WriteTransaction {
    /// Notes whom a day's events concern who consent to being counted: they wait to be counted. Done twice, it changes
    /// nothing.
    package func seePeople(of day: CalendarDate) throws(DatabaseError) {
        for (measure, quarter, people) in FigureDay(day).people {
            try run(
                """
                INSERT INTO figure_person (profile_id, programme_id, measure, quarter, gravity)
                SELECT f.profile_id, f.programme_id, \(measure), \(quarter), f.gravity FROM (\(people)) f
                WHERE NOT EXISTS (SELECT 1 FROM figure_person s WHERE s.profile_id = f.profile_id
                    AND s.programme_id = f.programme_id AND s.measure = \(measure) AND s.quarter = \(quarter))
                """)
            guard measure == .completed else { continue }
            let graver = try all(
                """
                SELECT f.profile_id, f.programme_id, f.gravity FROM (\(people)) f JOIN figure_person w
                    ON w.profile_id = f.profile_id AND w.programme_id = f.programme_id
                        AND w.measure = \(measure) AND w.quarter = \(quarter)
                WHERE w.figure IS NULL AND w.gravity < f.gravity
                """
            ) { row throws(DatabaseError) in
                (
                    try row.value(0, as: ProfileID.self), try row.value(1, as: ProgrammeID.self),
                    try row.value(2, as: Int.self)
                )
            }
            for (person, programme, gravity) in graver {
                try run(
                    """
                    UPDATE figure_person SET gravity = \(gravity) WHERE profile_id = \(person)
                        AND programme_id = \(programme) AND measure = \(measure) AND quarter = \(quarter)
                    """)
            }
        }
    }
}

extension CalendarDate {
    /// Its first moment in UTC.
    fileprivate var start: Timestamp { Timestamp(milliseconds: Int64(daysSince1970) * 86_400_000) }
}
