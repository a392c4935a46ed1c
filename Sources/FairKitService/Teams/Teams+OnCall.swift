package import FairKitCore
package import FairKitStore

/// The members of a team who are on call, at a time and from then on.
package struct OnCallView: Sendable {
    package let team: Team
    package let members: [TeamMember]
    package let at: Timestamp
    package let until: Timestamp
    /// On call at the time; empty: no one.
    package let onCall: [AccountID]
    /// From then on, with gaps.
    package let periods: [OnCallPeriod]
    fileprivate let roster: Roster

    /// The team's time zone; nil: this machine does not know it.
    package var zone: TimeZoneFile? { roster.zone }

    /// The periods that a member can hand over: their own, not those that they took over.
    package func shifts(of member: AccountID) -> [OnCallPeriod] { roster.shifts(of: member, from: at, until: until) }
}

extension Teams {
    /// The members of a team who are on call.
    ///
    /// - Parameters:
    ///   - time: nil: now.
    ///   - end: the end of the periods; nil: 14 days later.
    package func onCall(
        of name: String, at time: Timestamp?, until end: Timestamp?, by caller: Caller
    ) async throws(Refusal<Never>) -> OnCallView {
        try await tenant.read(.readTeams, as: caller) {
            [zones = tenant.zones] (tx, grant) throws(DatabaseError) -> Outcome<OnCallView, Never> in
            guard let team = try tx.team(named: name) else { return .failure(.notFound) }
            let time = time ?? grant.now
            let end = end ?? time.advanced(by: Teams.outlook)
            if let fault = Teams.fault(from: time, until: end) { return .failure(.invalid(fault)) }
            return .success(try Teams.view(of: team, from: time, until: end, zones: zones, in: tx))
        }
    }

    /// The members of every team who are on call, now and in the next 14 days.
    package func onCallNow(by caller: Caller) async throws(Refusal<Never>) -> [OnCallView] {
        try await tenant.read(.readTeams, as: caller) {
            [zones = tenant.zones] (tx, grant) throws(DatabaseError) -> Outcome<[OnCallView], Never> in
            let end = grant.now.advanced(by: Teams.outlook)
            var views: [OnCallView] = []
            for team in try tx.teams() {
                views.append(try Teams.view(of: team, from: grant.now, until: end, zones: zones, in: tx))
            }
            return .success(views)
        }
    }

    private static func view(
        of team: Team, from time: Timestamp, until end: Timestamp, zones: TimeZones, in tx: borrowing ReadTransaction
    ) throws(DatabaseError) -> OnCallView {
        let members = try tx.members(of: team.id)
        let roster = try roster(of: team, members, after: time, zones: zones, in: tx)
        return OnCallView(
            team: team, members: members, at: time, until: end, onCall: roster.onCall(at: time),
            periods: roster.periods(from: time, until: end), roster: roster)
    }

    /// A calendar of who of a team is on call, with e-mail addresses.
    ///
    /// - Parameters:
    ///   - start: nil: 31 days ago.
    ///   - end: nil: 366 days from now.
    package func calendar(
        of name: String, from start: Timestamp?, until end: Timestamp?, by caller: Caller
    ) async throws(Refusal<Never>) -> CalendarFile {
        try await tenant.read(.readTeams, as: caller) {
            [zones = tenant.zones] (tx, grant) throws(DatabaseError) -> Outcome<CalendarFile, Never> in
            guard let team = try tx.team(named: name) else { return .failure(.notFound) }
            let start = start ?? grant.now.advanced(by: .seconds(-31 * 86_400))
            let end = end ?? max(start, grant.now).advanced(by: .seconds(366 * 86_400))
            if let fault = Teams.fault(from: start, until: end, named: "/from") { return .failure(.invalid(fault)) }
            let members = try tx.members(of: team.id)
            let roster = try Teams.roster(of: team, members, after: start, zones: zones, in: tx)
            return .success(
                CalendarFile(
                    of: team, members: members, roster.periods(from: start, until: end), in: .english,
                    withAddresses: true, at: grant.now))
        }
    }

    /// - Parameter first: the pointer to the earlier time.
    private static func fault(from start: Timestamp, until end: Timestamp, named first: String = "/at") -> Invalid? {
        guard Timestamp.plannable.contains(start) else { return Invalid(first, "a time from 1970 to 2037") }
        guard start < end, start.distance(to: end) <= longest, Timestamp.plannable.contains(end) else {
            return Invalid("/until", "later, by at most 400 days, and not after 2037")
        }
        return nil
    }
}

extension Timestamp {
    /// The times for which the zones' changes are known.
    fileprivate static let plannable = Timestamp(milliseconds: 0)...Timestamp(milliseconds: 2_145_916_800_000)
}

extension Teams {
    /// The accounts of a team that are on call at a time; empty: no one, or there is no such team.
    ///
    /// - Parameter zones: the machine's time zones.
    package static func onCall<Access>(
        team name: String, at time: Timestamp, zones: TimeZones, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> [AccountID] {
        guard let team = try tx.team(named: name) else { return [] }
        return try roster(of: team, tx.members(of: team.id), after: time, zones: zones, in: tx).onCall(at: time)
    }
}
