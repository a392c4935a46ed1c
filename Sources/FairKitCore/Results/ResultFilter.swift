/// What a list of results is narrowed to; nil everywhere is all of them.
package struct ResultFilter: Hashable, Sendable {
    /// The first and last test date, both included.
    package var from: CalendarDate?
    package var to: CalendarDate?
    package var flag: AbnormalFlag?
    package var status: ResultStatus?
    package var profileID: ProfileID?
    /// Only results whose kit nobody has registered.
    package var isUnmatched: Bool
    /// Only results that are held.
    package var isHeld: Bool

    package init(
        from: CalendarDate? = nil, to: CalendarDate? = nil, flag: AbnormalFlag? = nil, status: ResultStatus? = nil,
        profileID: ProfileID? = nil, isUnmatched: Bool = false, isHeld: Bool = false
    ) {
        self.from = from
        self.to = to
        self.flag = flag
        self.status = status
        self.profileID = profileID
        self.isUnmatched = isUnmatched
        self.isHeld = isHeld
    }
}
