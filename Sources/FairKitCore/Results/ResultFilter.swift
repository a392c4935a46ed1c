/// Narrows and sorts a list of results; nil: no restriction.
package struct ResultFilter: Equatable, Sendable {
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
    /// Only levels that were reported in this unit, within these limits. Levels are never converted.
    package var levels: LevelRange?
    package var genotype: Genotype?
    package var phenotype: Phenotype?
    package var laboratoryID: LaboratoryID?
    package var method: String?
    /// Orders by level need `levels`, since numbers of two units have no order.
    package var order: ResultOrder
    /// Only results that their patient has not read.
    package var isUnread: Bool

    /// Whether it finds what waits for a person: no one can release or bind a withdrawn result, so it is left out unless
    /// its status is asked for.
    package var isOfWork: Bool { (isHeld || isUnmatched) && status == nil }

    package init(
        from: CalendarDate? = nil, to: CalendarDate? = nil, flag: AbnormalFlag? = nil, status: ResultStatus? = nil,
        profileID: ProfileID? = nil, reference: String? = nil, kitCode: KitCode? = nil, isUnmatched: Bool = false,
        isHeld: Bool = false, levels: LevelRange? = nil, genotype: Genotype? = nil, phenotype: Phenotype? = nil,
        laboratoryID: LaboratoryID? = nil, method: String? = nil, order: ResultOrder = .newest, isUnread: Bool = false
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
        self.levels = levels
        self.genotype = genotype
        self.phenotype = phenotype
        self.laboratoryID = laboratoryID
        self.method = method
        self.order = order
        self.isUnread = isUnread
    }
}

/// Levels in one unit, between two reported numbers, both included. A comparator does not count: `>820` is 820.
package struct LevelRange: Equatable, Sendable {
    package let unit: AATUnit
    /// nil: no limit.
    package let low: Thousandths?
    package let high: Thousandths?

    package init(in unit: AATUnit, from low: Thousandths? = nil, to high: Thousandths? = nil) {
        self.unit = unit
        self.low = low
        self.high = high
    }
}

/// The order of a list of results. Results of the same day or level are in the order of their ids.
package enum ResultOrder: String, Sendable, CaseIterable {
    /// By test date.
    case newest
    case oldest
    /// By the reported level, within one unit.
    case highest
    case lowest

    package var isByLevel: Bool { self == .highest || self == .lowest }
    package var isDescending: Bool { self == .newest || self == .highest }
}
