package import FairKitCore
import FairKitStore

/// The account that becomes a member.
package enum NewMember: Sendable {
    case account(AccountID)
    case email(MailAddress)
}

extension Teams {
    /// Adds an active account of a clinician, an administrator or a laboratory. Adding a member again changes nothing.
    package func add(
        _ member: NewMember, to name: String, by caller: Caller
    ) async throws(Refusal<Never>) -> TeamView {
        try await tenant.write(.decideTeams, as: caller) {
            [zones = tenant.zones] (tx, grant) throws(DatabaseError) -> Outcome<TeamView, Never> in
            guard let team = try tx.team(named: name) else { return .failure(.notFound) }
            let found: Account?
            let pointer: String
            switch member {
            case .account(let id): (found, pointer) = (try tx.account(id), "/accountId")
            case .email(let email): (found, pointer) = (try tx.account(email: email.folded), "/email")
            }
            guard let account = found, account.state == .active, RoleName.ofTeams.contains(account.role.name) else {
                return .failure(
                    .invalid(Invalid(pointer, "an active account of a clinician, an administrator or a laboratory")))
            }
            let members = try tx.members(of: team.id)
            if !members.contains(where: { $0.account == account.id }) {
                guard members.count < Team.mostMembers else {
                    return .failure(.invalid(Invalid(pointer, "a team has at most \(Team.mostMembers) members")))
                }
                try tx.addMember(account.id, to: team.id, at: grant.now)
                try Grant.logAlerting(
                    .teamMemberAdded, "\(team.name) \(account.id)", "\(account.nameInMails) in team \(team.name)",
                    from: nil, to: "member", inAudit: false, &grant, in: tx)
            }
            guard let now = try tx.team(named: name) else { return .failure(.notFound) }
            return .success(try Teams.view(of: now, at: grant.now, zones: zones, in: tx))
        }
    }

    /// Removes a member from a team, with their shifts and overrides.
    ///
    /// - Returns: the team, whose gaps show what is no longer covered.
    package func remove(
        _ member: AccountID, from name: String, by caller: Caller
    ) async throws(Refusal<Never>) -> TeamView {
        try await tenant.write(.decideTeams, as: caller) {
            [zones = tenant.zones] (tx, grant) throws(DatabaseError) -> Outcome<TeamView, Never> in
            guard let team = try tx.team(named: name),
                let left = try tx.members(of: team.id).first(where: { $0.account == member })
            else { return .failure(.notFound) }
            try tx.removeMember(member, of: team.id)
            try Grant.logAlerting(
                .teamMemberRemoved, "\(team.name) \(member)", "\(left.nameInMails) in team \(team.name)",
                from: "member", to: nil, inAudit: false, &grant, in: tx)
            guard let now = try tx.team(named: name) else { return .failure(.notFound) }
            return .success(try Teams.view(of: now, at: grant.now, zones: zones, in: tx))
        }
    }
}
