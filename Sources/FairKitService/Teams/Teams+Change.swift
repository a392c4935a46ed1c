package import FairKitCore
import FairKitStore

extension Teams {
    /// Creates a team without members.
    package func create(
        _ name: String, description: String?, timeZone: String, found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<TeamFailure>) -> TeamView {
        try await tenant.write(.manageTeams, as: caller) {
            [zones = tenant.zones] (tx, grant) throws(DatabaseError) -> Outcome<TeamView, TeamFailure> in
            let team = Team(
                id: .new(at: grant.now), name: name, description: description, timeZone: timeZone, version: 1,
                createdAt: grant.now)
            var faults = faults
            team.check(&faults, zones: zones)
            guard faults.isEmpty else { return .failure(.invalid(Invalid(faults.fields))) }
            if try tx.team(named: name) != nil { return .own(.nameTaken) }
            guard try tx.teams().count < Team.most else { return .own(.tooMany) }
            try tx.insertTeam(team)
            grant.log(.teamCreated, team.name, about: nil)
            return .success(try Teams.view(of: team, at: grant.now, zones: zones, in: tx))
        }
    }

    /// Changes the description or the time zone of a team. In another zone its shifts keep their local times.
    ///
    /// - Parameters:
    ///   - expectedVersions: nil: any version.
    ///   - change: changes the present team. It may run twice.
    package func change(
        _ name: String, expectedVersions: Set<Int>?, found faults: Faults = Faults(), by caller: Caller,
        _ change: @escaping @Sendable (inout Team) -> Void
    ) async throws(Refusal<TeamFailure>) -> TeamView {
        try await tenant.write(.decideTeams, as: caller) {
            [zones = tenant.zones] (tx, grant) throws(DatabaseError) -> Outcome<TeamView, TeamFailure> in
            guard let team = try tx.team(named: name) else { return .failure(.notFound) }
            if let expectedVersions, !expectedVersions.contains(team.version) { return .own(.changed(team.version)) }
            var changed = team
            change(&changed)
            var faults = faults
            changed.check(&faults, zones: zones)
            guard faults.isEmpty else { return .failure(.invalid(Invalid(faults.fields))) }
            if changed != team {
                try tx.updateTeam(changed)
                try Grant.logAlerting(
                    .teamChanged, team.name, "team \(team.name)", from: team.line, to: changed.line, &grant, in: tx)
            }
            guard let now = try tx.team(named: name) else { return .failure(.notFound) }
            return .success(try Teams.view(of: now, at: grant.now, zones: zones, in: tx))
        }
    }

    /// Deletes a team that no escalation policy names, with its shifts and overrides.
    package func remove(_ name: String, by caller: Caller) async throws(Refusal<TeamFailure>) {
        try await tenant.write(.decideTeams, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, TeamFailure> in
            guard let team = try tx.team(named: name) else { return .failure(.notFound) }
            if try tx.isUsed(team) { return .own(.isUsed) }
            let members = try tx.members(of: team.id)
            try tx.removeTeam(team.id)
            let ids = members.map(\.account.description).joined(separator: " ")
            let names = members.map(\.nameInMails).joined(separator: ", ")
            try Grant.logAlerting(
                .teamRemoved, "\(team.name): \(team.line), members \(ids)", "team \(team.name)",
                from: "\(team.line), members \(names)", to: nil, inAudit: false, &grant, in: tx)
            return .success(())
        }
    }
}

extension Team {
    fileprivate var line: String { "\(timeZone), \(description ?? "without a description")" }

    fileprivate func check(_ faults: inout Faults, zones: TimeZones) {
        check(&faults)
        faults.require(
            timeZone.isZoneName && zones.knows(timeZone), "/timeZone", "an IANA name such as Africa/Nairobi")
    }
}
