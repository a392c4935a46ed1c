/// An entry as it stands in the chain.
package struct NumberedEntry: Hashable, Sendable {
    package let number: Int64
    package let mac: [UInt8]
    package let entry: AuditEntry

    package init(number: Int64, mac: [UInt8], entry: AuditEntry) {
        self.number = number
        self.mac = mac
        self.entry = entry
    }

    /// The same of a list that showed patients.
    package func showing(_ patients: Set<ProfileID>) -> NumberedEntry {
        guard !patients.isEmpty else { return self }
        return NumberedEntry(
            number: number, mac: mac,
            entry: AuditEntry(
                at: entry.at, actor: entry.actor, action: entry.action, outcome: entry.outcome, object: entry.object,
                profileID: entry.profileID, patients: patients, requestID: entry.requestID, times: entry.times,
                breakGlass: entry.breakGlass))
    }
}

/// Which entries a list of the audit has; nil: all.
package struct AuditFilter: Hashable, Sendable {
    /// From this time on, and before the other.
    package var from: Timestamp?
    package var to: Timestamp?
    package var patient: ProfileID?
    /// A key or an account.
    package var actor: ActorID?
    package var action: AuditAction?
    package var outcome: AuditOutcome?
    /// Only what was allowed by break-glass.
    package var isBreakGlass = false
    /// Actions that the list leaves out.
    package var hidden: [AuditAction] = []

    package init() {}
}

/// The last entry of a page, in the order newest first.
package struct AuditCursor: Hashable, Sendable, CustomStringConvertible {
    package let number: Int64

    package init(number: Int64) {
        self.number = number
    }

    package init?(_ text: String) {
        guard let number = Int64(text), number > 0 else { return nil }
        self.number = number
    }

    package var description: String { "\(number)" }
}
