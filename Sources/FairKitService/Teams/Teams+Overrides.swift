package import FairKitCore
import FairKitStore

extension Teams {
    /// Puts a member on call for a while, instead of another one or of all whose shift it is. An override that is there
    /// already is not made again.
    ///
    /// - Parameter start: nil: now.
    package func addOverride(
        to name: String, of member: AccountID, replacing replaced: AccountID?, from start: Timestamp?,
        until end: Timestamp, note: String?, found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<Never>) -> OnCallOverride {
        try await tenant.write(.manageTeams, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<OnCallOverride, Never> in
            guard let team = try tx.team(named: name) else { return .failure(.notFound) }
            let override = OnCallOverride(
                id: .new(at: grant.now), member: member, replaces: replaced, from: start ?? grant.now, until: end,
                note: note, madeBy: grant.subject.id, madeAt: grant.now)
            var faults = faults
            override.check(&faults, at: grant.now)
            let members = try tx.members(of: team.id)
            faults.require(
                members.contains { $0.account == member && $0.canBeOnCall }, "/accountId",
                "the active account of a member of the team")
            faults.require(
                replaced.map { id in members.contains { $0.account == id } } ?? true, "/replaces",
                "the account of a member of the team")
            let others = try Teams.overrides(of: team, &faults, at: grant.now, in: tx)
            guard faults.isEmpty else { return .failure(.invalid(Invalid(faults.fields))) }
            if let same = others.first(where: { $0.isSame(as: override) }) { return .success(same) }
            try tx.insertOverride(override, of: team.id)
            try Teams.logOverride(override, of: team, members, isAdded: true, &grant, in: tx)
            return .success(override)
        }
    }

    /// Removes an override.
    package func removeOverride(
        _ id: OnCallOverrideID, from name: String, by caller: Caller
    ) async throws(Refusal<Never>) {
        try await tenant.write(.manageTeams, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, Never> in
            guard let team = try tx.team(named: name), let override = try tx.override(id, of: team.id) else {
                return .failure(.notFound)
            }
            try tx.removeOverride(id)
            try Teams.logOverride(override, of: team, try tx.members(of: team.id), isAdded: false, &grant, in: tx)
            return .success(())
        }
    }

    /// The overrides that have not ended, among which one more has to find room.
    static func overrides(
        of team: Team, _ faults: inout Faults, at now: Timestamp, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> [OnCallOverride] {
        let others = try tx.overrides(of: team.id, after: now)
        faults.require(
            others.count < Team.mostOverrides, "", "a team has at most \(Team.mostOverrides) overrides at a time")
        return others
    }

    static func logOverride(
        _ override: OnCallOverride, of team: Team, _ members: [TeamMember], isAdded: Bool, _ grant: inout Grant,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) {
        let line = override.line(Dictionary(members.map { ($0.account, $0.nameInMails) }) { first, _ in first })
        try Grant.logAlerting(
            isAdded ? .overrideAdded : .overrideRemoved, "\(team.name) \(override.id): \(override.line())",
            "override of team \(team.name)", from: isAdded ? nil : line, to: isAdded ? line : nil, inAudit: false,
            &grant, in: tx)
    }
}

extension OnCallOverride {
    fileprivate func isSame(as other: OnCallOverride) -> Bool {
        (member, replaces, from, until, note) == (other.member, other.replaces, other.from, other.until, other.note)
    }
}
