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

extension KitFilter {
    /// How many kits of a laboratory one page examines at most.
    package static let maxExamined = 2000
}
