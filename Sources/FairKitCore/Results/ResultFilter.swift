/// Narrows a list of results; nil: no restriction.
package struct ResultFilter: Hashable, Sendable {
    /// The first and last test date, both included.
    package var from: CalendarDate?
    package var to: CalendarDate?
    package var flag: AbnormalFlag?
    package var status: ResultStatus?
    package var profileID: ProfileID?
    /// The laboratory's own reference for one result.
    package var reference: String?
    package var kitCode: KitCode?
    /// Only results whose kit is not registered.
    package var isUnmatched: Bool
    /// Only held results.
    package var isHeld: Bool
    /// Only results that their patient has not read.
    package var isUnread: Bool

    package init(
        from: CalendarDate? = nil, to: CalendarDate? = nil, flag: AbnormalFlag? = nil, status: ResultStatus? = nil,
        profileID: ProfileID? = nil, reference: String? = nil, kitCode: KitCode? = nil, isUnmatched: Bool = false,
        isHeld: Bool = false, isUnread: Bool = false
    ) {
        self.from = from
        self.to = to
        self.flag = flag
        self.status = status
        self.profileID = profileID
        self.reference = reference
        self.kitCode = kitCode
        self.isUnmatched = isUnmatched
        self.isHeld = isHeld
        self.isUnread = isUnread
    }
}
