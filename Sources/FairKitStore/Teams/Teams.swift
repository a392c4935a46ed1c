package import FairKitCore
package import Relational

private let columns: SQL = "id, name, description, time_zone, version, created_at"

extension Connection {
    /// A team by its name.
    package func team(named name: String) throws(DatabaseError) -> Team? {
        try first("SELECT \(columns) FROM team WHERE name = \(name)", Team.init(row:))
    }

    package func team(_ id: TeamID) throws(DatabaseError) -> Team? {
        try first("SELECT \(columns) FROM team WHERE id = \(id)", Team.init(row:))
    }

    /// All teams, in the order of their names.
    package func teams() throws(DatabaseError) -> [Team] {
        try all("SELECT \(columns) FROM team ORDER BY name", Team.init(row:))
    }

    /// The time zone of an account's first team by name, or else of the tenant's first team; nil: there is no team.
    package func timeZoneOfTeams(of account: AccountID) throws(DatabaseError) -> String? {
        try first(
            """
            SELECT t.time_zone FROM team t LEFT JOIN team_member m ON m.team_id = t.id AND m.account_id = \(account)
            ORDER BY CASE WHEN m.account_id IS NULL THEN 1 ELSE 0 END, t.name LIMIT 1
            """
        ) { row throws(DatabaseError) in try row.value(0) }
    }

    /// The members of a team, in the order in which they were added. Deleted accounts are members of no team.
    package func members(of team: TeamID) throws(DatabaseError) -> [TeamMember] {
        try all(
            """
            SELECT a.id, a.name, a.email, a.role, a.state, a.otp_confirmed_at
            FROM team_member m JOIN account a ON a.id = m.account_id
            WHERE m.team_id = \(team) AND a.state <> 'deleted' ORDER BY m.added_at, a.id
            """
        ) { row throws(DatabaseError) in
            TeamMember(
                account: try row.value(0), name: try row.value(1, sealed: .accountName, key: 0),
                email: try row.value(2, sealed: .accountEmail, key: 0), role: try row.value(3),
                state: try row.value(4), hasSecondFactor: try row.value(5, as: Timestamp?.self) != nil)
        }
    }

    /// Whether an escalation policy of the tenant or a waiting step of an alert names a team, so that it can't be
    /// deleted. The default policy names teams that need not exist.
    package func isUsed(_ team: Team) throws(DatabaseError) -> Bool {
        let target = EscalationTarget.team(team.name)
        for band in Band.allCases {
            let policy = try escalationPolicy(for: band)
            if policy?.steps.contains(where: { $0.targets.contains(target) }) == true { return true }
        }
        let waiting = try all("SELECT DISTINCT targets FROM alert_step WHERE due_at IS NOT NULL") {
            row throws(DatabaseError) in try row.value(0, as: String.self)
        }
        return waiting.contains { $0.split(separator: " ").contains { $0 == target.description } }
    }
}

extension WriteTransaction {
    package func insertTeam(_ team: Team) throws(DatabaseError) {
        try run(
            """
            INSERT INTO team (\(columns))
            VALUES (\(team.id), \(team.name), \(team.description), \(team.timeZone), \(team.version), \(team.createdAt))
            """)
    }

    /// Stores the changed fields of a team, and its next version.
    package func updateTeam(_ team: Team) throws(DatabaseError) {
        try run(
            """
            UPDATE team SET description = \(team.description), time_zone = \(team.timeZone), version = version + 1
            WHERE id = \(team.id)
            """)
    }

    /// Deletes a team with its members, shifts, overrides and calendar feed.
    package func removeTeam(_ id: TeamID) throws(DatabaseError) {
        _ = try closeCalendar(of: id)
        try run("DELETE FROM team_override WHERE team_id = \(id)")
        try run("DELETE FROM team_shift WHERE team_id = \(id)")
        try run("DELETE FROM team_member WHERE team_id = \(id)")
        for contact in try contactPoints(of: .team(id)) { _ = try removeContactPoint(contact.id) }
        try run("DELETE FROM team WHERE id = \(id)")
    }

    package func addMember(_ account: AccountID, to team: TeamID, at now: Timestamp) throws(DatabaseError) {
        try run("INSERT INTO team_member (team_id, account_id, added_at) VALUES (\(team), \(account), \(now))")
        try raiseVersion(of: team)
    }

    /// Removes a member from a team, with their shifts and overrides.
    package func removeMember(_ account: AccountID, of team: TeamID) throws(DatabaseError) {
        try leave("team_id = \(team) AND", account)
        try raiseVersion(of: team)
    }

    /// Removes an account from all teams.
    func leaveTeams(_ account: AccountID) throws(DatabaseError) {
        try run(
            """
            UPDATE team SET version = version + 1
            WHERE id IN (SELECT team_id FROM team_member WHERE account_id = \(account))
            """)
        try leave("", account)
    }

    func raiseVersion(of team: TeamID) throws(DatabaseError) {
        try run("UPDATE team SET version = version + 1 WHERE id = \(team)")
    }

    private func leave(_ condition: SQL, _ account: AccountID) throws(DatabaseError) {
        try run("DELETE FROM team_override WHERE \(condition) (account_id = \(account) OR replaces = \(account))")
        try run("DELETE FROM team_shift WHERE \(condition) account_id = \(account)")
        try run("DELETE FROM team_member WHERE \(condition) account_id = \(account)")
    }
}

extension Team {
    fileprivate init(row: borrowing Row) throws(DatabaseError) {
        self.init(
            id: try row.value(0), name: try row.value(1), description: try row.value(2), timeZone: try row.value(3),
            version: try row.value(4), createdAt: try row.value(5))
    }
}
