package import FairKitCore
package import Relational

extension Connection {
    /// The team whose calendar feed has a secret with this digest, and who opened it.
    package func team(ofCalendar digest: [UInt8]) throws(DatabaseError) -> (team: Team, openedBy: ActorID)? {
        let found = try first(
            """
            SELECT t.name, c.created_by FROM team_calendar c JOIN team t ON t.id = c.team_id
            WHERE c.digest = \(digest)
            """
        ) { row throws(DatabaseError) in (try row.value(0, as: String.self), try row.value(1, as: ActorID.self)) }
        guard let (name, actor) = found, let team = try team(named: name) else { return nil }
        return (team, actor)
    }

    /// The teams of an account, by name.
    package func teams(of account: AccountID) throws(DatabaseError) -> [Team] {
        let names = try all(
            """
            SELECT t.name FROM team_member m JOIN team t ON t.id = m.team_id WHERE m.account_id = \(account)
            ORDER BY t.name
            """
        ) { row throws(DatabaseError) in try row.value(0, as: String.self) }
        var teams: [Team] = []
        for name in names {
            if let team = try team(named: name) { teams.append(team) }
        }
        return teams
    }
}

extension WriteTransaction {
    /// Opens the calendar feed of a team. Its former address no longer works.
    package func openCalendar(
        of team: TeamID, digest: [UInt8], by actor: ActorID, at now: Timestamp
    ) throws(DatabaseError) {
        _ = try closeCalendar(of: team)
        try run(
            """
            INSERT INTO team_calendar (team_id, digest, created_at, created_by)
            VALUES (\(team), \(digest), \(now), \(actor))
            """)
    }

    /// - Returns: whether there was one.
    package func closeCalendar(of team: TeamID) throws(DatabaseError) -> Bool {
        try rowsChanged(by: "DELETE FROM team_calendar WHERE team_id = \(team)") == 1
    }
}
