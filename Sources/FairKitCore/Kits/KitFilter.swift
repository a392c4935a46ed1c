/// What a list of kits is narrowed to; nil everywhere is all of them.
package struct KitFilter: Hashable, Sendable {
    package var status: KitStatus?
    /// Whether a laboratory has yet to compare the photo with the typed code.
    package var needsReview: Bool?
    package var profileID: ProfileID?
    /// Registered ones whose sample has to be sent, as seen on `today`.
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
