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

extension Row {
    fileprivate borrowing func series(_ measure: Int, _ flag: Int) throws(DatabaseError) -> FigureLedger.Series {
        FigureLedger.Series(try value(measure), try value(flag))
    }
}
