/// What a list of kits is narrowed to; nil everywhere is all of them.
package struct KitFilter: Hashable, Sendable {
    package var status: KitStatus?
    /// Whether a laboratory has yet to compare the photo with the typed code.
    package var needsReview: Bool?
    package var profileID: ProfileID?

    package init(status: KitStatus? = nil, needsReview: Bool? = nil, profileID: ProfileID? = nil) {
        self.status = status
        self.needsReview = needsReview
        self.profileID = profileID
    }
}
