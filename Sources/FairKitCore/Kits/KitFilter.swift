/// Narrows a list of kits; nil: no restriction.
package struct KitFilter: Equatable, Sendable {
    package var status: KitStatus?
    /// Whether a laboratory still has to compare the photo with the typed code.
    package var needsReview: Bool?
    package var profileID: ProfileID?
    /// Registered kits whose sample is due, as of `today`.
    package var due: KitDue?
    /// Only kits whose sample was due before `today` and has not reached a laboratory, whether or not it was mailed.
    package var isOverdue: Bool
    /// Only registered kits that wait for their result.
    package var isPending = false
    /// Only kits at this stage of their way to a laboratory.
    package var stage: KitStage?
    /// The name of the laboratory to which the kit is assigned.
    package var laboratory: String?
    package var today: CalendarDate?

    package init(
        status: KitStatus? = nil, needsReview: Bool? = nil, profileID: ProfileID? = nil, due: KitDue? = nil,
        isOverdue: Bool = false, laboratory: String? = nil
    ) {
        self.due = due
        self.status = status
        self.needsReview = needsReview
        self.profileID = profileID
        self.isOverdue = isOverdue
        self.laboratory = laboratory
    }
}

/// Where a sample is, as a laboratory works through its kits.
package enum KitStage: String, Sendable, CaseIterable {
    /// Its kit is registered, and it has not arrived.
    case expected
    /// The same, and its last day to be sent has passed.
    case overdue
    /// It has arrived, and has no result.
    case arrived
    case rejected

    /// The statuses of its kits.
    package var statuses: [KitStatus] {
        switch self {
        case .expected, .overdue: [.registered, .mailed]
        case .arrived: [.received, .processing]
        case .rejected: [.rejected]
        }
    }
}

extension KitFilter {
    /// How many kits of a laboratory one page examines at most.
    package static let maxExamined = 2000
}
