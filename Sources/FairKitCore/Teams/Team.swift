/// A named list of a tenant's people whom an escalation tells together, such as `on-call`.
///
/// With shifts, only the members on shift are told; without, all members are.
package struct Team: Hashable, Sendable {
    package let id: TeamID
    /// See `isName`.
    package let name: String
    /// The purpose of the team; nil: not given.
    package var description: String?
    /// The IANA name of the zone in which its shifts are written.
    package var timeZone: String
    /// Rises with each change of the team, its members or its shifts.
    package let version: Int
    package let createdAt: Timestamp

    /// The most teams of a tenant.
    package static let most = 100
    /// The most members of a team.
    package static let mostMembers = 100
    /// The most shifts of a team.
    package static let mostShifts = 200
    /// The most overrides of a team that have not ended.
    package static let mostOverrides = 100

    package init(
        id: TeamID, name: String, description: String?, timeZone: String, version: Int, createdAt: Timestamp
    ) {
        self.id = id
        self.name = name
        self.description = description
        self.timeZone = timeZone
        self.version = version
        self.createdAt = createdAt
    }

    /// Whether a text can name a team: 1 to 40 lower-case letters, digits and hyphens.
    package static func isName(_ text: String) -> Bool {
        (1...40).contains(text.utf8.count)
            && text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-") }
    }

    /// Records every invalid field but the time zone, which depends on the machine.
    package func check(_ faults: inout Faults) {
        faults.require(Team.isName(name), "/name", "1 to 40 lower-case letters, digits and hyphens")
        faults.require(
            description?.isText(1...200) ?? true, "/description", "1 to 200 characters, without control characters")
    }
}

package typealias TeamID = ID<Team>

/// An account that belongs to a team.
package struct TeamMember: Hashable, Sendable {
    package let account: AccountID
    /// nil: not given.
    package let name: String?
    package let email: MailAddress
    package let role: RoleName
    package let state: Account.State
    package let hasSecondFactor: Bool

    package init(
        account: AccountID, name: String?, email: MailAddress, role: RoleName, state: Account.State,
        hasSecondFactor: Bool
    ) {
        self.account = account
        self.name = name
        self.email = email
        self.role = role
        self.state = state
        self.hasSecondFactor = hasSecondFactor
    }

    /// How mails to other people name the member.
    package var nameInMails: String { name ?? email.masked }

    /// Whether the member could sign in without setting anything up first.
    package var canSignIn: Bool { state == .active && (hasSecondFactor || !role.needsSecondFactor) }

    /// Whether the member can be on call: a suspended account, or one whose role has changed, never is.
    package var canBeOnCall: Bool { state == .active && RoleName.ofTeams.contains(role) }
}

extension RoleName {
    /// The roles whose accounts can be members of a team.
    package static let ofTeams: [RoleName] = [.clinician, .administrator, .laboratory]
}
