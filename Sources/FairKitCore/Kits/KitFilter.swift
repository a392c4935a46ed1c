/// Narrows a list of kits; nil: no restriction.
package struct KitFilter: Hashable, Sendable {
    package var status: KitStatus?
    /// Whether a laboratory still has to compare the photo with the typed code.
    package var needsReview: Bool?
    package var profileID: ProfileID?
    /// Registered kits whose sample is due, as of `today`.
    package var due: KitDue?
    package var today: CalendarDate?

    package init(
        status: KitStatus? = nil, needsReview: Bool? = nil, profileID: ProfileID? = nil, due: KitDue? = nil
    ) {
        self.due = due
        self.status = status
        self.needsReview = needsReview
        self.profileID = profileID
    }
}
