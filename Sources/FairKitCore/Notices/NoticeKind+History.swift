extension NoticeKind {
    /// Whether its reader finds it in the history. A code must reach its reader over the contact point alone, since it
    /// proves that the contact point is theirs.
    package var isKept: Bool { self != .contactVerification }
}
