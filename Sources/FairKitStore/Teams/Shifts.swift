package import FairKitCore
package import Relational

private let shiftColumns: SQL =
    """
    account_id, weekdays, start_time, end_time, days, from_date, until_date, every_weeks, anchor_date, except_dates
    """
private let overrideColumns: SQL = "id, account_id, replaces, from_at, until_at, note, made_by, made_at"

extension Connection {
    /// The shifts of a team, in the order in which they were set.
    package func shifts(of team: TeamID) throws(DatabaseError) -> [Shift] {
        try all("SELECT \(shiftColumns) FROM team_shift WHERE team_id = \(team) ORDER BY place", Shift.init(row:))
    }

    /// The overrides of a team that end after a time, in the order of their beginnings.
    package func overrides(of team: TeamID, after time: Timestamp) throws(DatabaseError) -> [OnCallOverride] {
        try all(
            """
            SELECT \(overrideColumns) FROM team_override WHERE team_id = \(team) AND until_at > \(time)
            ORDER BY from_at, id
            """, OnCallOverride.init(row:))
    }

    /// An override of a team.
    package func override(_ id: OnCallOverrideID, of team: TeamID) throws(DatabaseError) -> OnCallOverride? {
        try first(
            "SELECT \(overrideColumns) FROM team_override WHERE id = \(id) AND team_id = \(team)",
            OnCallOverride.init(row:))
    }
}

extension WriteTransaction {
    /// Replaces the shifts of a team.
    package func setShifts(of team: TeamID, to shifts: [Shift]) throws(DatabaseError) {
        try run("DELETE FROM team_shift WHERE team_id = \(team)")
        for (place, shift) in shifts.enumerated() {
            let times = shift.times
            try run(
                """
                INSERT INTO team_shift (team_id, place, \(shiftColumns))
                VALUES (\(team), \(place), \(shift.member), \(times.mask), \(times.start), \(times.end), \(times.days),
                    \(times.from), \(times.until), \(times.everyWeeks), \(times.anchor),
                    \(times.except.sorted().map(\.description).joined(separator: " ")))
                """)
        }
        try raiseVersion(of: team)
    }

    package func insertOverride(_ override: OnCallOverride, of team: TeamID) throws(DatabaseError) {
        try run(
            """
            INSERT INTO team_override (team_id, \(overrideColumns))
            VALUES (\(team), \(override.id), \(override.member), \(override.replaces), \(override.from),
                \(override.until), \(sealed: override.note, .teamOverrideNote, of: override.id), \(override.madeBy),
                \(override.madeAt))
            """)
    }

    package func removeOverride(_ id: OnCallOverrideID) throws(DatabaseError) {
        try run("DELETE FROM team_override WHERE id = \(id)")
    }
}

extension Shift {
    fileprivate init(row: borrowing Row) throws(DatabaseError) {
        let mask = try row.value(1, as: Int.self)
        let except = try row.value(9, as: String.self).split(separator: " ").compactMap { CalendarDate($0) }
        self.init(
            of: try row.value(0),
            ShiftTimes(
                on: Set(Weekday.allCases.filter { mask & $0.bit != 0 }), from: try row.value(2), to: try row.value(3),
                days: try row.value(4, as: Int.self), validFrom: try row.value(5), until: try row.value(6),
                everyWeeks: try row.value(7), anchor: try row.value(8, as: CalendarDate.self), except: Set(except)))
    }
}

extension OnCallOverride {
    fileprivate init(row: borrowing Row) throws(DatabaseError) {
        self.init(
            id: try row.value(0), member: try row.value(1), replaces: try row.value(2), from: try row.value(3),
            until: try row.value(4), note: try row.value(5, sealed: .teamOverrideNote, key: 0),
            madeBy: try row.value(6), madeAt: try row.value(7))
    }
}

extension ShiftTimes {
    fileprivate var mask: Int { weekdays.reduce(0) { $0 | $1.bit } }
}

extension Weekday {
    fileprivate var bit: Int { 1 << number }
}
