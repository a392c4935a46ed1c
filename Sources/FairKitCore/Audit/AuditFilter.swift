/// An entry with its number in the chain.
package struct NumberedEntry: Equatable, Sendable {
    package let number: Int64
    package let mac: [UInt8]
    package let entry: AuditEntry

    package init(number: Int64, mac: [UInt8], entry: AuditEntry) {
        self.number = number
        self.mac = mac
        self.entry = entry
    }
}

/// Narrows a list of the audit log; nil: no restriction.
package struct AuditFilter: Equatable, Sendable {
    /// The first moment, and the first moment after it.
    package var from: Timestamp?
    package var to: Timestamp?
    package var patient: ProfileID?
    /// A key or an account.
    package var actor: ActorID?
    /// Not by this account.
    package var exceptAccount: AccountID?
    /// Omits what the server did by itself.
    package var omitsServer = false
    package var action: AuditAction?
    /// Only these actions; empty: all.
    package var actions: [AuditAction] = []
    package var outcome: AuditOutcome?
    /// Only access under break-glass.
    package var isBreakGlass = false
    /// Actions that the list omits.
    package var hidden: [AuditAction] = []

    package init() {}

    /// Where a clock was set back by more, entries begin that are in no order with those before them.
    package static let leastStep = Duration.seconds(3600)
    /// Most entries that are looked at for a page, unless an index finds those that match.
    package static let mostExamined: Int64 = 50_000
}

/// The position of the next page: the last entry of this one, newest first.
package struct AuditCursor: Equatable, Sendable, CustomStringConvertible {
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
