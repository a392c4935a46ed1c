package import FairKitCore

/// A shift on the wire: local times `HH:MM`, dates `YYYY-MM-DD`. nil in a request means the default.
package struct ShiftBody: Decodable, JSONBody, Sendable {
    package let accountId: String
    /// The days on which it begins: `monday` to `sunday`.
    package let weekdays: [String]
    package let start: String
    package let end: String
    /// How many days after its beginning it ends.
    package let days: Int?
    package let from: String?
    package let until: String?
    package let everyWeeks: Int?
    package let anchor: String?
    package let except: [String]?

    package init(_ shift: Shift) {
        let times = shift.times
        accountId = "\(shift.member)"
        weekdays = times.weekdays.sorted().map(\.rawValue)
        start = "\(times.start)"
        end = "\(times.end)"
        days = times.days
        from = "\(times.from)"
        until = times.until?.description
        everyWeeks = times.everyWeeks
        anchor = "\(times.anchor)"
        except = times.except.sorted().map(\.description)
    }
}

/// All shifts of a team.
package struct ShiftsBody: Decodable, JSONBody, Sendable {
    /// The version of the team.
    package let version: Int
    package let shifts: [ShiftBody]
    /// When no one is on call in the next 14 days.
    package let gaps: [TimeRangeBody]

    package init(version: Int, _ shifts: [Shift], gaps: [Range<Timestamp>]) {
        self.version = version
        self.shifts = shifts.map { ShiftBody($0) }
        self.gaps = gaps.map { TimeRangeBody($0) }
    }
}

/// A request to replace all shifts of a team.
package struct ShiftsRequest: Decodable, Sendable {
    package let shifts: [ShiftBody]
}

/// An override on the wire.
package struct OverrideBody: Decodable, JSONBody, Sendable {
    package let id: String
    package let accountId: String
    /// The account that is replaced; nil: all whose shift it is.
    package let replaces: String?
    package let from: String
    package let until: String
    package let note: String?
    package let madeBy: String
    package let madeAt: String

    package init(_ override: OnCallOverride) {
        id = "\(override.id)"
        accountId = "\(override.member)"
        replaces = override.replaces?.description
        from = "\(override.from)"
        until = "\(override.until)"
        note = override.note
        madeBy = "\(override.madeBy)"
        madeAt = "\(override.madeAt)"
    }
}

/// A request to put a member on call for a while. Without `from`: from now on.
package struct OverrideRequest: Decodable, Sendable {
    package let accountId: String
    package let replaces: String?
    package let from: String?
    package let until: String
    package let note: String?
}

/// A request to hand a shift of one's own to a colleague. Without `from`: from now on.
package struct HandOverRequest: Decodable, Sendable {
    package let accountId: String
    package let from: String?
    package let until: String
    package let note: String?
}

/// The members of a team who are on call.
package struct OnCallBody: Decodable, JSONBody, Sendable {
    package let team: String
    package let timeZone: String
    package let at: String
    package let until: String
    /// The members on call at the time.
    package let onCall: [TeamMemberBody]
    /// From then on, each with the ids of the accounts on call.
    package let periods: [OnCallPeriodBody]
    /// When no one is on call.
    package let gaps: [TimeRangeBody]

    /// - Parameter periods: consecutive ones; those without members are the gaps.
    package init(
        _ team: Team, members: [TeamMember], at time: Timestamp, until end: Timestamp, onCall: [AccountID],
        _ periods: [OnCallPeriod]
    ) {
        self.team = team.name
        timeZone = team.timeZone
        at = "\(time)"
        until = "\(end)"
        self.onCall = onCall.compactMap { id in members.first { $0.account == id }.map { TeamMemberBody($0) } }
        self.periods = periods.filter { !$0.members.isEmpty }.map { OnCallPeriodBody($0) }
        gaps = periods.filter(\.members.isEmpty).map { TimeRangeBody($0.from..<$0.until) }
    }
}

/// The accounts on call from a time until before another.
package struct OnCallPeriodBody: Decodable, JSONBody, Sendable {
    package let from: String
    package let until: String
    package let accountIds: [String]

    package init(_ period: OnCallPeriod) {
        from = "\(period.from)"
        until = "\(period.until)"
        accountIds = period.members.map(\.description)
    }
}
