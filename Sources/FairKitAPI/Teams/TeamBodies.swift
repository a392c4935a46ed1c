package import FairKitCore

/// A team on the wire.
package struct TeamBody: Decodable, JSONBody, Sendable {
    package let name: String
    package let description: String?
    package let timeZone: String
    package let version: Int
    package let createdAt: String
    package let members: [TeamMemberBody]
    /// 0: all members are on call.
    package let shiftCount: Int
    /// When no one is on call in the next 14 days.
    package let gaps: [TimeRangeBody]

    package init(_ team: Team, members: [TeamMember], shiftCount: Int, gaps: [Range<Timestamp>]) {
        name = team.name
        description = team.description
        timeZone = team.timeZone
        version = team.version
        createdAt = "\(team.createdAt)"
        self.members = members.map { TeamMemberBody($0) }
        self.shiftCount = shiftCount
        self.gaps = gaps.map { TimeRangeBody($0) }
    }
}

/// A member of a team on the wire.
package struct TeamMemberBody: Decodable, JSONBody, Sendable {
    package let accountId: String
    package let name: String?
    package let email: String
    package let role: String
    /// False for a suspended account, for example.
    package let canBeOnCall: Bool
    /// False without the second factor that the role needs, too: the person would have to set it up first.
    package let canSignIn: Bool

    package init(_ member: TeamMember) {
        accountId = "\(member.account)"
        name = member.name
        email = "\(member.email)"
        role = member.role.rawValue
        canBeOnCall = member.canBeOnCall
        canSignIn = member.canSignIn
    }
}

/// From a time until before another.
package struct TimeRangeBody: Decodable, JSONBody, Sendable {
    package let from: String
    package let until: String

    package init(_ range: Range<Timestamp>) {
        from = "\(range.lowerBound)"
        until = "\(range.upperBound)"
    }
}

/// A request to create a team.
package struct TeamRequest: Decodable, Sendable {
    package let name: String
    package let description: String?
    package let timeZone: String
}

/// A request to add a member, by the account's id or its e-mail address.
package struct TeamMemberRequest: Decodable, Sendable {
    package let accountId: String?
    package let email: String?
}
