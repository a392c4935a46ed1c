/// Why a result is held: its laboratory has to confirm it before the patient sees it. Its alert is delivered at once,
/// marked as unverified (requirement R2.10).
package enum ResultHold: String, Sendable, CaseIterable {
    case kitRejected = "kit-rejected"
    case kitExpired = "kit-expired"
    case kitCancelled = "kit-cancelled"
    case kitReplaced = "kit-replaced"
    /// The kit has another standing result.
    case otherResult = "other-result"
    /// The level is critical, and its date can't be right: see `DateConflict`.
    case dateInFuture = "date-in-future"
    case dateBeforeBirth = "date-before-birth"
    case dateBeforeIssue = "date-before-issue"
    case dateBeforeRanges = "date-before-ranges"

    /// Why a new result is held; nil: it is not.
    /// - Parameters:
    ///   - kit: the status of its kit; nil: the kit is unknown.
    ///   - hasResult: whether the kit has another standing result.
    package init?(of kit: KitStatus?, hasResult: Bool) {
        switch kit {
        case .rejected: self = .kitRejected
        case .expired: self = .kitExpired
        case .cancelled: self = .kitCancelled
        case .replaced: self = .kitReplaced
        case .issued, .shipped, .registered, .mailed, .received, .processing, .resulted, nil:
            guard hasResult else { return nil }
            self = .otherResult
        }
    }

    /// The explanation for people who read the alert.
    package var sentence: String {
        switch self {
        case .kitRejected: "The kit was rejected. The laboratory has yet to confirm this result."
        case .kitExpired: "The kit had expired. The laboratory has yet to confirm this result."
        case .kitCancelled: "The kit was cancelled. The laboratory has yet to confirm this result."
        case .kitReplaced: "The kit was replaced by another. The laboratory has yet to confirm this result."
        case .otherResult: "The kit has another result. The laboratory has yet to confirm which of them is right."
        case .dateInFuture: "Its test date is in the future. The laboratory has yet to confirm this result."
        case .dateBeforeBirth:
            "Its test date is before the patient was born. The laboratory has yet to confirm this result."
        case .dateBeforeIssue:
            "Its test date is before the kit was issued. The laboratory has yet to confirm this result."
        case .dateBeforeRanges:
            "Its test date is before any reference range came into force. The laboratory has yet to confirm this result."
        }
    }
}
