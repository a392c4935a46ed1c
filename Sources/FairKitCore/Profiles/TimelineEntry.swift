/// One line of a person's timeline.
package struct TimelineEntry: Equatable, Sendable {
    package let at: Timestamp
    package let event: Event
    /// Orders the entries of one moment, and tells them apart.
    package let key: String

    package enum Event: Equatable, Sendable {
        case kit(KitID, KitCode, KitStatus)
        case result(ResultID, ResultStep, version: Int, ResultStatus, Level?, AbnormalFlag?)
        case released(ResultID)
        case alert(AlertID, AlertEventKind, Band)
        /// The person was told something about a kit, a result, a share or the like, by its id.
        case notified(NoticeKind, about: ID<TimelineEntry>)
    }

    /// A laboratory's action on a result.
    package enum ResultStep: String, Sendable {
        case reported
        case corrected
        case withdrawn
    }

    package init(at time: Timestamp, _ event: Event, key: String) {
        at = time
        self.event = event
        self.key = key
    }

    /// The events of alerts that a timeline shows. Those of deliveries are for consumers.
    package static let ofAlerts: [AlertEventKind] = [.raised, .acknowledged, .resolved, .retracted]
}

/// The position of the next page of a timeline: the last entry, and the last access to the record.
package struct TimelineCursor: Equatable, Sendable, CustomStringConvertible {
    package let at: Timestamp
    package let key: String
    /// The number of the last access in the audit log; nil: none was shown yet.
    package let access: AuditCursor?

    package init(at time: Timestamp, key: String, access: AuditCursor?) {
        at = time
        self.key = key
        self.access = access
    }

    /// The start of a timeline.
    package static let start = TimelineCursor(at: Timestamp(milliseconds: .max), key: "", access: nil)

    package init?(_ text: String) {
        let parts = text.split(separator: "~", omittingEmptySubsequences: false)
        guard parts.count == 3, let at = Int64(parts[0]) else { return nil }
        self.at = Timestamp(milliseconds: at)
        key = String(parts[1])
        access = AuditCursor(String(parts[2]))
        guard access != nil || parts[2].isEmpty else { return nil }
    }

    package var description: String { "\(at.milliseconds)~\(key)~\(access?.description ?? "")" }

    /// Whether an entry comes after this position: it is older.
    package func precedes(_ entry: TimelineEntry) -> Bool { (entry.at, entry.key) < (at, key) }
}

extension AuditAction {
    /// Actions that only look at a record.
    package static let looking = allCases.filter { action in
        ["read", "listed", "searched", "exported", "opened", "claimed"].contains {
            action.rawValue.hasSuffix(".\($0)") || action.rawValue.hasSuffix("-\($0)")
        }
    }
}
