/// A category of notices that a person switches on or off. The texts are stored and stand in requests (requirement
/// R5.2); append only.
package enum NoticeCategory: String, Sendable, CaseIterable, Codable {
    case criticalAlert = "CRITICAL_ALERT"
    case testResult = "TEST_RESULT"
    case reminder = "REMINDER"
    case educational = "EDUCATIONAL"
    /// About the safety of an account and a record. It can't be switched off.
    case account = "ACCOUNT"
}

/// How a notice treats the silence of its reader.
package enum NoticePriority: Int, Sendable, Comparable {
    case low
    case normal
    /// It breaks through silence and quiet hours.
    case critical

    package static func < (left: NoticePriority, right: NoticePriority) -> Bool { left.rawValue < right.rawValue }
}
