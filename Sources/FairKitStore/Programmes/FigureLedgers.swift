package import FairKitCore
package import Relational

extension Connection {
    /// The last day through which people were counted; nil: none.
    package func countedThrough() throws(DatabaseError) -> CalendarDate? {
        try first("SELECT day FROM figure_day") { row throws(DatabaseError) in try row.value(0) }
    }

    /// The day on which the first person was added; nil: there is none.
    package func firstDayOfPeople() throws(DatabaseError) -> CalendarDate? {
        let first = try first("SELECT id FROM profile ORDER BY id LIMIT 1") { row throws(DatabaseError) in
            try row.value(0, as: ProfileID.self)
        }
        return first?.time.date()
    }

    /// How many people were counted in blocks that were complete within some days; nil: none.
    ///
    /// - Parameter programme: nil: all, with people who are in none.
    package func figures(
        of programme: ProgrammeID?, from: CalendarDate, through: CalendarDate
    ) throws(DatabaseError) -> [FigureLedger.Series: Int] {
        let own: SQL = if let programme { "programme_id = \(programme)" } else { "1 = 1" }
        let found = try all(
            """
            SELECT measure, class, CAST(SUM(people) AS BIGINT) FROM figure WHERE \(own) AND day >= \(from) AND day <= \(through)
            GROUP BY measure, class
            """
        ) { row throws(DatabaseError) in (try row.series(0, 1), try row.value(2, as: Int.self)) }
        return Dictionary(found) { first, _ in first }
    }

    /// The ledger of a programme, or of the people who are in none.
    package func figureLedger(of programme: ProgrammeID) throws(DatabaseError) -> FigureLedger {
        var shared: [Int: [Int: Int]] = [:]
        let pairs = try all(
            """
            SELECT o.figure, o.earlier, o.people FROM figure f JOIN figure_overlap o ON o.figure = f.number
            WHERE f.programme_id = \(programme)
            """
        ) { row throws(DatabaseError) in
            (try row.value(0, as: Int.self), try row.value(1, as: Int.self), try row.value(2, as: Int.self))
        }
        for (number, earlier, people) in pairs { shared[number, default: [:]][earlier] = people }
        let blocks = try all(
            "SELECT number, measure, class, people FROM figure WHERE programme_id = \(programme) ORDER BY number"
        ) { row throws(DatabaseError) in
            let number = try row.value(0, as: Int.self)
            return FigureLedger.Block(
                number: number, series: try row.series(1, 2), people: try row.value(3), shared: shared[number] ?? [:])
        }
        var ledger = FigureLedger()
        for block in blocks { ledger.append(block) }
        return ledger
    }

    /// The programmes of which ten people or more wait to be counted.
    package func programmesWithWaiting(in quarter: CalendarQuarter) throws(DatabaseError) -> [ProgrammeID] {
        try all(
            """
            SELECT DISTINCT programme_id FROM (
                SELECT programme_id FROM figure_person WHERE figure IS NULL AND quarter IN (0, \(quarter.index))
                GROUP BY programme_id, measure HAVING COUNT(*) >= \(Figure.least)) waiting
            ORDER BY programme_id
            """
        ) { row throws(DatabaseError) in try row.value(0) }
    }

    /// The people who wait for a block of a measure. In a programme they were counted as enrolled before.
    ///
    /// - Parameter ofClasses: those who completed a test and were counted, and wait for a block of their class.
    package func waiting(
        _ measure: FigureMeasure, ofClasses: Bool = false, of programme: ProgrammeID, in quarter: CalendarQuarter,
        isLast: Bool
    ) throws(DatabaseError) -> FigureLedger.Waiting {
        let waiting =
            ofClasses
            ? unclassedPeople(of: programme, in: quarter) : waitingPeople(measure, of: programme, in: quarter)
        let people = try all("SELECT w.gravity, COUNT(*) FROM \(waiting) GROUP BY w.gravity") {
            row throws(DatabaseError) in
            (try row.value(0, as: Int?.self).map { gravest[$0] }, try row.value(1, as: Int.self))
        }
        var shared: [AbnormalFlag?: [Int: Int]] = [:]
        guard people.reduce(0, { $0 + $1.1 }) >= Figure.least else {
            return FigureLedger.Waiting(measure, isLast: isLast, people: [:], shared: [:])
        }
        for column in ["figure", "class_figure"] as [SQL] {
            let found = try all(
                """
                SELECT w.gravity, o.\(column), COUNT(*)
                FROM (SELECT w.profile_id, w.programme_id, w.gravity FROM \(waiting)) w JOIN figure_person o
                    ON o.profile_id = w.profile_id AND o.programme_id = w.programme_id AND o.\(column) IS NOT NULL
                GROUP BY w.gravity, o.\(column)
                """
            ) { row throws(DatabaseError) in
                (
                    try row.value(0, as: Int?.self).map { gravest[$0] }, try row.value(1, as: Int.self),
                    try row.value(2, as: Int.self)
                )
            }
            for (flag, number, people) in found { shared[flag, default: [:]][number] = people }
        }
        return FigureLedger.Waiting(
            measure, isLast: isLast, people: Dictionary(people) { first, _ in first }, shared: shared)
    }
}

extension WriteTransaction {
    /// Notes whom a day's events concern who consent to being counted: they wait to be counted. Done twice, it changes
    /// nothing.
    package func seePeople(of day: CalendarDate) throws(DatabaseError) {
        let (from, to) = (day.start, day.adding(days: 1).start)
        let quarter = CalendarQuarter(of: day)
        try see(
            .enrolled, 0,
            """
            SELECT profile_id, programme_id, CAST(NULL AS INTEGER) AS gravity FROM programme_member
            WHERE joined_at >= \(from) AND joined_at < \(to)
            """)
        try see(
            .registered, quarter.index,
            """
            SELECT DISTINCT k.profile_id, \(programmeOrNone) AS programme_id, CAST(NULL AS INTEGER) AS gravity
            FROM kit k JOIN profile p ON p.id = k.profile_id LEFT JOIN programme_member m ON m.profile_id = p.id AND m.joined_at < \(to)
            WHERE k.registered_at >= \(from) AND k.registered_at < \(to) AND p.consent_partners = 1
            """)
        try seeResults(from: max(day.adding(days: -14), quarter.firstDay).start, to: to, in: quarter)
        let signedIn: SQL = """
            SELECT DISTINCT m.profile_id, m.programme_id, CAST(NULL AS INTEGER) AS gravity
            FROM session s JOIN account a ON a.id = s.account_id JOIN programme_member m ON m.profile_id = a.profile_id
            WHERE m.joined_at < \(to) AND s.id >= \(SessionID.first(at: from)) AND s.id < \(SessionID.first(at: to))
            """
        try see(.active, quarter.index, signedIn)
        for (measure, days) in [(.retained30, 30), (.retained90, 90)] as [(FigureMeasure, Int64)] {
            try see(measure, 0, "\(signedIn) AND s.started_at >= m.joined_at + \(days * 86_400_000)")
        }
    }

    /// Results of earlier days count, too, that were held until now; a quarter's in that quarter.
    private func seeResults(from: Timestamp, to: Timestamp, in quarter: CalendarQuarter) throws(DatabaseError) {
        let found: SQL = """
            SELECT r.profile_id, \(programmeOrNone) AS programme_id,
                MAX(CASE r.flag WHEN \(gravest[4]) THEN 4 WHEN \(gravest[3]) THEN 3 WHEN \(gravest[2]) THEN 2
                    WHEN \(gravest[1]) THEN 1 ELSE 0 END) AS gravity
            FROM result r JOIN profile p ON p.id = r.profile_id LEFT JOIN programme_member m ON m.profile_id = p.id AND m.joined_at < \(to)
            -- An id begins with its time.
            WHERE r.id >= \(ResultID.first(at: from)) AND r.id < \(ResultID.first(at: to)) AND r.held_for IS NULL
                AND r.flag IS NOT NULL AND r.status NOT IN (\(ResultStatus.cancelled), \(ResultStatus.enteredInError))
                AND p.consent_partners = 1
            GROUP BY r.profile_id, m.programme_id
            """
        try see(.completed, quarter.index, found)
        let graver = try all(
            """
            SELECT f.profile_id, f.programme_id, f.gravity FROM (\(found)) f JOIN figure_person w
                ON w.profile_id = f.profile_id AND w.programme_id = f.programme_id
                    AND w.measure = \(FigureMeasure.completed) AND w.quarter = \(quarter.index)
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
                    AND programme_id = \(programme) AND measure = \(FigureMeasure.completed)
                    AND quarter = \(quarter.index)
                """)
        }
    }

    private func see(_ measure: FigureMeasure, _ quarter: Int, _ people: SQL) throws(DatabaseError) {
        try run(
            """
            INSERT INTO figure_person (profile_id, programme_id, measure, quarter, gravity)
            SELECT f.profile_id, f.programme_id, \(measure), \(quarter), f.gravity FROM (\(people)) f
            WHERE NOT EXISTS (SELECT 1 FROM figure_person s WHERE s.profile_id = f.profile_id
                AND s.programme_id = f.programme_id AND s.measure = \(measure) AND s.quarter = \(quarter))
            """)
    }

    /// Stores a new block: those who wait for it are in it.
    package func keep(
        _ block: FigureLedger.Block, of programme: ProgrammeID, on day: CalendarDate
    ) throws(DatabaseError) {
        let (measure, quarter) = (block.series.measure, CalendarQuarter(of: day))
        try run(
            """
            INSERT INTO figure (number, programme_id, measure, class, day, people)
            VALUES (\(block.number), \(programme), \(measure), \(block.series.flag), \(day), \(block.people))
            """)
        for (earlier, people) in block.shared.sorted(by: { $0.key < $1.key }) {
            try run(
                "INSERT INTO figure_overlap (figure, earlier, people) VALUES (\(block.number), \(earlier), \(people))")
        }
        let change: SQL
        let people: SQL
        if let gravity = block.series.flag.flatMap({ gravest.firstIndex(of: $0) }) {
            change = "class_figure = \(block.number)"
            people = "\(unclassedPeople(of: programme, in: quarter)) AND w.gravity = \(gravity)"
        } else {
            change = "figure = \(block.number)"
            people = waitingPeople(measure, of: programme, in: quarter)
        }
        try run(
            """
            UPDATE figure_person SET \(change)
            WHERE programme_id = \(programme) AND measure = \(measure)
                AND quarter = \(measure.isByQuarter ? quarter.index : 0)
                AND profile_id IN (SELECT w.profile_id FROM \(people))
            """)
    }

    /// Ends a day: it is counted. Those who still wait when their quarter ends are never counted in it.
    package func endFigureDay(_ day: CalendarDate) throws(DatabaseError) {
        let quarter = CalendarQuarter(of: day)
        if day == quarter.lastDay {
            try run("DELETE FROM figure_person WHERE figure IS NULL AND quarter = \(quarter.index)")
            try run("UPDATE figure_person SET gravity = NULL WHERE gravity IS NOT NULL AND quarter = \(quarter.index)")
        }
        try run("DELETE FROM figure_day")
        try run("INSERT INTO figure_day (day) VALUES (\(day))")
    }

    package func nextFigure() throws(DatabaseError) -> Int {
        try number("SELECT COALESCE(MAX(number), 0) + 1 FROM figure")
    }
}

/// The flags by gravity, as it is stored.
private let gravest: [AbnormalFlag] = [.normal, .low, .high, .severelyLow, .criticallyHigh]

/// The programme of a membership `m`, if there is one.
private let programmeOrNone: SQL = "COALESCE(m.programme_id, \(ProgrammeID.none))"

/// The people who wait for a block of a measure, as `w`, with a condition to which others can be added.
private func waitingPeople(_ measure: FigureMeasure, of programme: ProgrammeID, in quarter: CalendarQuarter) -> SQL {
    let enrolled: SQL =
        if programme == .none || measure == .enrolled {
            "1 = 1"
        } else {
            """
            EXISTS (SELECT 1 FROM figure_person e WHERE e.profile_id = w.profile_id
                AND e.programme_id = w.programme_id AND e.measure = \(FigureMeasure.enrolled) AND e.figure IS NOT NULL)
            """
        }
    return """
        figure_person w WHERE w.figure IS NULL AND w.programme_id = \(programme) AND w.measure = \(measure)
            AND w.quarter = \(measure.isByQuarter ? quarter.index : 0) AND \(enrolled)
        """
}

/// The same for people who completed a test and were counted, and whose class was not.
private func unclassedPeople(of programme: ProgrammeID, in quarter: CalendarQuarter) -> SQL {
    """
    figure_person w WHERE w.gravity IS NOT NULL AND w.class_figure IS NULL AND w.figure IS NOT NULL
        AND w.programme_id = \(programme) AND w.measure = \(FigureMeasure.completed) AND w.quarter = \(quarter.index)
    """
}

extension CalendarDate {
    /// Its first moment in UTC.
    fileprivate var start: Timestamp { Timestamp(milliseconds: Int64(daysSince1970) * 86_400_000) }
}

extension Row {
    fileprivate borrowing func series(_ measure: Int, _ flag: Int) throws(DatabaseError) -> FigureLedger.Series {
        FigureLedger.Series(try value(measure), try value(flag))
    }
}
