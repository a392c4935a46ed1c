import Coordination
package import FairKitCore
import FairKitStore

extension Teams {
    /// Replaces all shifts of a team. Overrides stay.
    ///
    /// - Parameters:
    ///   - expectedVersions: nil: any version.
    ///   - faults: faults found while the request was parsed; they are reported together with those found here.
    ///   - read: reads the shifts, and notes faults. It gets today's date on the team's clock, and may run twice.
    package func setShifts(
        of name: String, expectedVersions: Set<Int>?, found faults: Faults = Faults(), by caller: Caller,
        _ read: @escaping @Sendable (CalendarDate, inout Faults) -> [Shift]
    ) async throws(Refusal<TeamFailure>) -> ShiftsView {
        try await replaceShifts(of: name, expectedVersions: expectedVersions, by: caller) {
            zone, members, now throws(Invalid) in
            var faults = faults
            let shifts = read(zone.clock(at: now).date, &faults)
            let known = Set(members.map(\.account))
            for (index, shift) in shifts.enumerated() {
                faults.demand(
                    known.contains(shift.member), "/shifts/\(index)/accountId", "the account of a member of the team")
                var part = Faults()
                shift.times.check(&part)
                faults.note(part, inside: "/shifts/\(index)")
            }
            try faults.refuse()
            return shifts
        }
    }

    /// Replaces all shifts of a team by those of an iCalendar file. Nothing of a file with a fault is taken.
    ///
    /// The file is read before the transaction and on its own thread: it can be long, and alerts must not wait for it. A
    /// tenant reads one at a time, for ten seconds at most.
    package func importShifts(
        of name: String, from calendar: [UInt8], expectedVersions: Set<Int>?, by caller: Caller
    ) async throws(Refusal<TeamFailure>) -> ShiftsView {
        let zones = tenant.zones
        let team = try await tenant.read(.manageTeams, as: caller) {
            (tx, _) throws(DatabaseError) -> Outcome<Team, TeamFailure> in
            guard let team = try tx.team(named: name) else { return .failure(.notFound) }
            return .success(team)
        }
        if let expectedVersions, !expectedVersions.contains(team.version) { throw .own(.changed(team.version)) }
        guard let zone = zones.file(team.timeZone) else { throw .invalid(.zoneUnknown) }
        await tenant.importing.acquire()
        defer { tenant.importing.release() }
        let read: [CalendarShift]
        let end = ContinuousClock.now.advanced(by: .seconds(10))
        do throws(Invalid) {
            read = try await apart { () throws(Invalid) in
                try CalendarShift.shifts(
                    in: calendar, timeZone: team.timeZone, zone, zones: { $0.isZoneName ? zones.file($0) : nil },
                    isOver: { ContinuousClock.now >= end })
            }
        } catch { throw .invalid(error) }
        // The times are those of the zone that the team had; with it, its version has changed.
        return try await replaceShifts(of: name, expectedVersions: [team.version], by: caller) {
            _, members, _ throws(Invalid) in
            let accounts = Dictionary(members.map { ($0.email.folded, $0.account) }) { first, _ in first }
            let strangers = read.filter { accounts[$0.address] == nil }.flatMap(\.stranger.fields)
            guard strangers.isEmpty else { throw Invalid(Array(strangers.prefix(Faults.most))) }
            return read.compactMap { shift in accounts[shift.address].map { Shift(of: $0, shift.times) } }
        }
    }

    private func replaceShifts(
        of name: String, expectedVersions: Set<Int>?, by caller: Caller,
        _ read:
            @escaping @Sendable (TimeZoneFile, [TeamMember], Timestamp) throws(Invalid) -> [Shift]
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
            do throws(Invalid) { shifts = try read(zone, members, grant.now) } catch {
                return .failure(.invalid(error))
            }
            guard shifts.count <= Team.mostShifts else { return .failure(.invalid(.tooManyShifts)) }
            let before = try tx.shifts(of: team.id)
            try tx.setShifts(of: team.id, to: shifts)
            let (ended, added) = (before.filter { !shifts.contains($0) }, shifts.filter { !before.contains($0) })
            let names = Dictionary(members.map { ($0.account, $0.nameInMails) }) { first, _ in first }
            try tx.noteAlerting(
                .shiftsSet, "\(team.name): \(ended.line()) -> \(added.line())", "shifts of team \(team.name)",
                from: ended.line(names), to: added.line(names), inAudit: false, &grant)
            let roster = try tx.roster(of: team, members, after: grant.now, zones: zones)
            return .success(
                ShiftsView(version: team.version + 1, shifts: shifts, gaps: roster.gaps(at: grant.now)))
        }
    }
}

extension Invalid {
    fileprivate static let tooManyShifts = Invalid("/shifts", "at most \(Team.mostShifts) shifts")
    fileprivate static let zoneUnknown = Invalid(
        "/timeZone", "the server no longer knows the team's time zone; install the package tzdata, or change the zone")
}
