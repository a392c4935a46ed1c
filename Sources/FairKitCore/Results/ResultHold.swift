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
    /// The level is critical, and something beside it can't be read or can't be right: see `DetailConflict`.
    case detailsInConflict = "details-in-conflict"
    /// The level is suspect: see `Verification`.
    case unitSuspect = "unit-suspect"
    case implausibleJump = "implausible-jump"
    case genotypeContradicts = "genotype-contradicts"
    case genotypeDiffers = "genotype-differs"
    case comparatorOpen = "comparator-open"

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

    /// The most telling reason to verify a level; nil: there is none.
    package init?(suspect interpretation: Interpretation) {
        let order: [(Verification, ResultHold)] = [
            (.unitSuspect, .unitSuspect), (.implausibleJump, .implausibleJump),
            (.genotypeContradicts, .genotypeContradicts), (.genotypeDiffers, .genotypeDiffers),
            (.comparatorOpen, .comparatorOpen),
        ]
        guard let found = order.first(where: { interpretation.verify.contains($0.0) }) else { return nil }
        self = found.1
    }

    /// Whether the level itself is suspect. A clinician can verify it as well as the laboratory, and the patient sees it
    /// after the tenant's time. Other holds end only when the laboratory confirms the result.
    package var isSuspectLevel: Bool {
        switch self {
        case .unitSuspect, .implausibleJump, .genotypeContradicts, .genotypeDiffers, .comparatorOpen: true
        case .kitRejected, .kitExpired, .kitCancelled, .kitReplaced, .otherResult, .dateInFuture, .dateBeforeBirth,
            .dateBeforeIssue, .dateBeforeRanges, .detailsInConflict:
            false
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
        case .detailsInConflict:
            "Details that came with it can't be read or can't be right. The laboratory has yet to confirm this result."
        case .unitSuspect: "The number looks like one of another unit. It has yet to be verified."
        case .implausibleJump: "The level is far from the patient's last one. It has yet to be verified."
        case .genotypeContradicts: "The level contradicts the genotype. It has yet to be verified."
        case .genotypeDiffers: "The genotype is not the one of the patient's record. It has yet to be verified."
        case .comparatorOpen: "The comparator allows more than one interpretation. It has yet to be verified."
        }
    }
}
