package import FairKitCore
package import Relational

extension WriteTransaction {
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
let gravest: [AbnormalFlag] = [.normal, .low, .high, .severelyLow, .criticallyHigh]

/// The people who wait for a block of a measure, as `w`, with a condition to which others can be added.
func waitingPeople(_ measure: FigureMeasure, of programme: ProgrammeID, in quarter: CalendarQuarter) -> SQL {
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
func unclassedPeople(of programme: ProgrammeID, in quarter: CalendarQuarter) -> SQL {
    """
    figure_person w WHERE w.gravity IS NOT NULL AND w.class_figure IS NULL AND w.figure IS NOT NULL
        AND w.programme_id = \(programme) AND w.measure = \(FigureMeasure.completed) AND w.quarter = \(quarter.index)
    """
}
