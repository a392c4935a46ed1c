/// A member's recurring shift.
package struct Shift: Hashable, Sendable {
    package let member: AccountID
    package let times: ShiftTimes

    package init(of member: AccountID, _ times: ShiftTimes) {
        self.member = member
        self.times = times
    }
}

extension [Shift] {
    /// On one line, as the audit log and mails have them: the first of many, and how many more.
    ///
    /// - Parameter names: the names of the members; those who are missing are called by their ids.
    package func line(_ names: [AccountID: String] = [:]) -> String {
        let lines = prefix(20).map { "\(names[$0.member] ?? $0.member.description) \($0.times.line)" }
        let more = count > lines.count ? ["and \(count - lines.count) more"] : []
        return isEmpty ? "-" : (lines + more).joined(separator: "; ")
    }
}

/// A member takes over for a while.
package struct OnCallOverride: Hashable, Sendable {
    package let id: OnCallOverrideID
    /// The member who is on call.
    package let member: AccountID
    /// The member who is not; nil: all members whose shift it is.
    package let replaces: AccountID?
    package let from: Timestamp
    /// Not included.
    package let until: Timestamp
    /// Why; nil: not given.
    package let note: String?
    package let madeBy: ActorID
    package let madeAt: Timestamp

    /// The longest override.
    package static let longest: Duration = .seconds(366 * 86_400)

    package init(
        id: OnCallOverrideID, member: AccountID, replaces: AccountID?, from: Timestamp, until: Timestamp,
        note: String?, madeBy: ActorID, madeAt: Timestamp
    ) {
        self.id = id
        self.member = member
        self.replaces = replaces
        self.from = from
        self.until = until
        self.note = note
        self.madeBy = madeBy
        self.madeAt = madeAt
    }

    /// On one line, as the audit log and mails have it.
    package func line(_ names: [AccountID: String] = [:]) -> String {
        let replaced = replaces.map { names[$0] ?? $0.description } ?? "all whose shift it is"
        return "\(names[member] ?? member.description) instead of \(replaced) from \(from) until \(until)"
    }

    /// Records every invalid field.
    package func check(_ faults: inout Faults, at now: Timestamp) {
        faults.require(until > from && until > now, "/until", "later than from, and than now")
        faults.require(
            from.distance(to: until) <= OnCallOverride.longest, "/until", "at most 366 days after from")
        faults.require(replaces != member, "/replaces", "another member than the one who takes over")
        faults.require(note?.isText(1...200) ?? true, "/note", "1 to 200 characters, without control characters")
    }
}

package typealias OnCallOverrideID = ID<OnCallOverride>
