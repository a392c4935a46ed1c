package import FairKitCore
import FairKitStore

/// Teams whom escalations tell, their members, and when each member is on call.
package struct Teams: Sendable {
    let tenant: Tenancy

    /// For how long gaps are looked for, where a team is shown.
    package static let outlook: Duration = .seconds(14 * 86_400)
    /// The longest time for which anyone can see who is on call.
    package static let longest: Duration = .seconds(400 * 86_400)
}

extension Tenancy {
    package var teams: Teams { Teams(tenant: self) }
}

/// Why a team was not created, changed or deleted.
package enum TeamFailure: Error {
    case nameTaken
    /// The tenant has the most teams that it can have.
    case tooMany
    /// An escalation policy names the team.
    case isUsed
    /// Another request has changed the team in the meantime; with its version.
    case changed(Int)
}

/// All shifts of a team.
package struct ShiftsView: Sendable {
    /// The version of the team.
    package let version: Int
    package let shifts: [Shift]
    /// When no one is on call in the next 14 days.
    package let gaps: [Range<Timestamp>]
}

/// A team with its members.
package struct TeamView: Sendable {
    package let team: Team
    package let members: [TeamMember]
    /// The number of shifts; 0: all members are on call.
    package let shiftCount: Int
    /// When no one is on call in the next 14 days.
    package let gaps: [Range<Timestamp>]
}

extension Teams {
    /// All teams, by name.
    package func list(by caller: Caller) async throws(Refusal<Never>) -> [TeamView] {
        try await tenant.read(.readTeams, as: caller) {
            [zones = tenant.zones] (tx, grant) throws(DatabaseError) -> Outcome<[TeamView], Never> in
            var views: [TeamView] = []
            for team in try tx.teams() { views.append(try Teams.view(of: team, at: grant.now, zones: zones, in: tx)) }
            return .success(views)
        }
    }

    package func show(_ name: String, by caller: Caller) async throws(Refusal<Never>) -> TeamView {
        try await tenant.read(.readTeams, as: caller) {
            [zones = tenant.zones] (tx, grant) throws(DatabaseError) -> Outcome<TeamView, Never> in
            guard let team = try tx.team(named: name) else { return .failure(.notFound) }
            return .success(try Teams.view(of: team, at: grant.now, zones: zones, in: tx))
        }
    }

    /// The shifts of a team, with its version.
    package func shifts(of name: String, by caller: Caller) async throws(Refusal<Never>) -> ShiftsView {
        try await tenant.read(.readTeams, as: caller) {
            [zones = tenant.zones] (tx, grant) throws(DatabaseError) -> Outcome<ShiftsView, Never> in
            guard let team = try tx.team(named: name) else { return .failure(.notFound) }
            let roster = try Teams.roster(of: team, tx.members(of: team.id), after: grant.now, zones: zones, in: tx)
            return .success(
                ShiftsView(version: team.version, shifts: try tx.shifts(of: team.id), gaps: roster.gaps(at: grant.now)))
        }
    }

    /// The overrides of a team that have not ended.
    package func overrides(of name: String, by caller: Caller) async throws(Refusal<Never>) -> [OnCallOverride] {
        try await tenant.read(.readTeams, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<[OnCallOverride], Never> in
            guard let team = try tx.team(named: name) else { return .failure(.notFound) }
            return .success(try tx.overrides(of: team.id, after: grant.now))
        }
    }

    /// A team with what is known of it.
    static func view<Access>(of team: Team, at now: Timestamp, zones: TimeZones, in tx: borrowing Connection<Access>)
        throws(DatabaseError) -> TeamView
    {
        let members = try tx.members(of: team.id)
        let roster = try roster(of: team, members, after: now, zones: zones, in: tx)
        return TeamView(
            team: team, members: members, shiftCount: try tx.shifts(of: team.id).count,
            gaps: roster.gaps(at: now))
    }

    /// The roster that decides who of a team is on call.
    ///
    /// - Parameter time: overrides that ended before it are left out.
    static func roster<Access>(
        of team: Team, _ members: [TeamMember], after time: Timestamp, zones: TimeZones,
        in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> Roster {
        Roster(
            members: members.filter(\.canBeOnCall).map(\.account), shifts: try tx.shifts(of: team.id),
            overrides: try tx.overrides(of: team.id, after: time), zone: zones.file(team.timeZone))
    }
}

extension Roster {
    /// When no one is on call in the next 14 days. They begin with the minute, so that a list that is polled does not
    /// change all the time.
    func gaps(at now: Timestamp) -> [Range<Timestamp>] {
        let minute = Timestamp(milliseconds: now.milliseconds - now.milliseconds % 60_000)
        return gaps(from: minute, until: minute.advanced(by: Teams.outlook))
    }
}
