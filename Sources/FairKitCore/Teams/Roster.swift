/// Decides who of a team is on call.
///
/// - Without shifts, all members are. With shifts, those whose shift it is.
/// - An override replaces a member, or all members whose shift it is. If overrides overlap, all their members are on
///   call.
/// - A member who can't be on call is left out at once, with their shifts and overrides. An override by such a member
///   replaces no one, so that it never leaves an alert without a recipient.
package struct Roster: Sendable {
    /// The members who can be on call.
    package let members: [AccountID]
    package let shifts: [Shift]
    package let overrides: [OnCallOverride]
    /// nil: this machine no longer knows the team's zone. Then all members are on call, whatever the shifts are.
    package let zone: TimeZoneFile?
    private let hasShifts: Bool

    /// - Parameters:
    ///   - members: those who can be on call, in the order of the answer.
    ///   - shifts: all shifts of the team.
    ///   - overrides: all overrides of the team, or those that have a part in the times that will be asked for.
    package init(members: [AccountID], shifts: [Shift], overrides: [OnCallOverride], zone: TimeZoneFile?) {
        let present = Set(members)
        self.members = members
        // A team whose members with shifts are all away has shifts nevertheless: it has a gap, not everyone on call.
        hasShifts = !shifts.isEmpty
        self.shifts = shifts.filter { present.contains($0.member) }
        self.overrides = overrides.filter { present.contains($0.member) }
        self.zone = zone
    }

    /// Tells rosters of one team apart: equal ones give equal periods.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(members)
        hasher.combine(shifts)
        hasher.combine(overrides)
    }

    /// The members on call at a time; empty: no one.
    package func onCall(at time: Timestamp) -> [AccountID] {
        let overrides = overrides.filter { $0.from <= time && time < $0.until }
        return choose(base: base(at: time), overrides)
    }

    /// The members on call between two times: consecutive periods that cover all of it, each with other members than
    /// the one before. A period without members is a gap.
    package func periods(from start: Timestamp, until end: Timestamp) -> [OnCallPeriod] {
        periods(from: start, until: end, overrides)
    }

    private func periods(
        from start: Timestamp, until end: Timestamp, _ overrides: [OnCallOverride]
    ) -> [OnCallPeriod] {
        guard start < end else { return [] }
        var sweep = Sweep(start: start, end: end)
        if let zone, hasShifts {
            for shift in shifts {
                for period in shift.times.periods(in: start..<end, zone: zone) {
                    sweep.add(period, .shift(shift.member))
                }
            }
        } else {
            for member in members { sweep.add(start..<end, .shift(member)) }
        }
        for (index, override) in overrides.enumerated() { sweep.add(override.from..<override.until, .override(index)) }
        return sweep.periods { on, replacing in choose(base: on, replacing.map { overrides[$0] }) }
    }

    /// When no one is on call between two times. A step of an escalation at such a time reaches no one of the team.
    package func gaps(from start: Timestamp, until end: Timestamp) -> [Range<Timestamp>] {
        periods(from: start, until: end).filter(\.members.isEmpty).map { $0.from..<$0.until }
    }

    /// Why a member can't hand a time to a colleague; nil: they can. As many people are on call as before: see decision 0163.
    package func fault(
        handing time: Range<Timestamp>, of member: AccountID, to colleague: AccountID
    ) -> HandoverFault? {
        guard isShift(of: member, time) else { return .notOwn }
        guard members.contains(colleague) else { return .colleagueAway }
        let isThere = periods(from: time.lowerBound, until: time.upperBound).contains { $0.members.contains(colleague) }
        return isThere ? .colleagueOnCall : nil
    }

    /// Whether a member is on call in all of a time, and not because they took it over.
    ///
    /// - Parameter removed: an override that is not there; nil: all are.
    package func isShift(
        of member: AccountID, _ time: Range<Timestamp>, without removed: OnCallOverrideID? = nil
    ) -> Bool {
        periods(
            from: time.lowerBound, until: time.upperBound, overrides.filter { $0.member != member && $0.id != removed }
        )
        .allSatisfy { $0.members.contains(member) }
    }

    /// When a member is on call, and not because they took it over.
    package func shifts(of member: AccountID, from start: Timestamp, until end: Timestamp) -> [OnCallPeriod] {
        periods(from: start, until: end, overrides.filter { $0.member != member })
            .filter { $0.members.contains(member) }
    }

    private func base(at time: Timestamp) -> Set<AccountID> {
        guard let zone, hasShifts else { return Set(members) }
        let today = zone.clock(at: time).date
        return Set(
            shifts.filter { shift in
                // A start that the clocks skip is later than its local time, by less than a day.
                (-1...shift.times.days + 1).contains { back in
                    let date = today.adding(days: -back)
                    return shift.times.begins(on: date)
                        && shift.times.period(on: date, in: zone).map { $0.contains(time) } ?? false
                }
            }.map(\.member))
    }

    private func choose(base: Set<AccountID>, _ overrides: [OnCallOverride]) -> [AccountID] {
        var chosen = base
        for override in overrides {
            if let replaced = override.replaces { chosen.remove(replaced) } else { chosen = [] }
        }
        chosen.formUnion(overrides.map(\.member))
        return members.filter(chosen.contains)
    }
}

/// Why a member can't hand a time to a colleague.
package enum HandoverFault: Error {
    /// A part of it is not their shift, or they took it over: two overrides add up, so it can't be handed on.
    case notOwn
    /// The colleague can't be on call, or is no member of the team.
    case colleagueAway
    /// The colleague is on call then already, so fewer people would be.
    case colleagueOnCall
}

/// The members on call in a period.
package struct OnCallPeriod: Equatable, Sendable {
    package let from: Timestamp
    /// Not included.
    package let until: Timestamp
    /// In the team's order; empty: no one.
    package let members: [AccountID]
}
