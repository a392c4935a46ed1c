package import FairKitCore
import FairKitStore

extension Teams {
    /// Replaces all shifts of a team. Overrides stay.
    ///
    /// - Parameters:
    ///   - expectedVersions: nil: any version.
    ///   - read: reads the shifts, and records faults. It gets today's date on the team's clock, and may run twice.
    package func setShifts(
        of name: String, expectedVersions: Set<Int>?, found faults: Faults = Faults(), by caller: Caller,
        _ read: @escaping @Sendable (CalendarDate, inout Faults) -> [Shift]
    ) async throws(Refusal<TeamFailure>) -> ShiftsView {
        try await tenant.write(.manageTeams, as: caller) {
            [zones = tenant.zones] (tx, grant) throws(DatabaseError) -> Outcome<ShiftsView, TeamFailure> in
            guard let team = try tx.team(named: name) else { return .failure(.notFound) }
            if let expectedVersions, !expectedVersions.contains(team.version) { return .own(.changed(team.version)) }
            guard let zone = zones.file(team.timeZone) else {
                return .failure(.invalid(.zoneUnknown))
            }
            let members = try tx.members(of: team.id)
            let shifts: [Shift]
            do throws(Invalid) {
                shifts = try Teams.checked(found: faults, of: members) { read(zone.clock(at: grant.now).date, &$0) }
            } catch {
                return .failure(.invalid(error))
            }
            guard shifts.count <= Team.mostShifts else { return .failure(.invalid(.tooManyShifts)) }
            let before = try tx.shifts(of: team.id)
            try tx.setShifts(of: team.id, to: shifts)
            let (ended, added) = (before.filter { !shifts.contains($0) }, shifts.filter { !before.contains($0) })
            let names = Dictionary(members.map { ($0.account, $0.nameInMails) }) { first, _ in first }
            try Grant.logAlerting(
                .shiftsSet, "\(team.name): \(ended.line()) -> \(added.line())", "shifts of team \(team.name)",
                from: ended.line(names), to: added.line(names), inAudit: false, &grant, in: tx)
            let roster = try Teams.roster(of: team, members, after: grant.now, zones: zones, in: tx)
            return .success(
                ShiftsView(version: team.version + 1, shifts: shifts, gaps: roster.gaps(at: grant.now)))
        }
    }

    private static func checked(
        found: Faults, of members: [TeamMember], _ read: (inout Faults) -> [Shift]
    ) throws(Invalid) -> [Shift] {
        var faults = found
        let shifts = read(&faults)
        let known = Set(members.map(\.account))
        for (index, shift) in shifts.enumerated() {
            faults.require(
                known.contains(shift.member), "/shifts/\(index)/accountId", "the account of a member of the team")
            var part = Faults()
            shift.times.check(&part)
            faults.record(part, inside: "/shifts/\(index)")
        }
        try faults.refuse()
        return shifts
    }
}

extension Invalid {
    fileprivate static let tooManyShifts = Invalid("/shifts", "at most \(Team.mostShifts) shifts")
    fileprivate static let zoneUnknown = Invalid(
        "/timeZone", "the server no longer knows the team's time zone; install the package tzdata, or change the zone")
}
