/// A row of the reference ranges: for whom it holds, and when. A row never changes: see decision 0106.
package struct ReferenceRange: Equatable, Sendable {
    /// The row's number, by which results keep what they were interpreted by. Higher numbers were added later.
    package let number: Int
    package let unit: AATUnit
    package let low: Thousandths
    package let high: Thousandths
    /// The multiple of the upper limit that is critical. The sender can't set it.
    package let criticalMultiple: Thousandths
    /// nil: for every laboratory.
    package let laboratoryID: LaboratoryID?
    /// nil: for every method.
    package let method: String?
    /// In completed years; nil: from birth.
    package let fromAge: Int?
    /// In completed years, exclusive; nil: no upper limit.
    package let toAge: Int?
    /// nil: for everyone.
    package let sex: AdministrativeSex?
    /// Below it the deficiency is severe; nil: the unit's own limit.
    package let severeLimit: Thousandths?
    package let validFrom: CalendarDate
    /// The first day on which it no longer holds; nil: it holds on.
    package let validTo: CalendarDate?
    /// nil: it is built in.
    package let addedAt: Timestamp?

    package init(
        number: Int = 0, unit: AATUnit, low: Thousandths, high: Thousandths, criticalMultiple: Thousandths,
        laboratoryID: LaboratoryID?, method: String?, fromAge: Int?, toAge: Int?, sex: AdministrativeSex? = nil,
        severeLimit: Thousandths? = nil, validFrom: CalendarDate, validTo: CalendarDate? = nil,
        addedAt: Timestamp? = nil
    ) {
        self.number = number
        self.unit = unit
        self.low = low
        self.high = high
        self.criticalMultiple = criticalMultiple
        self.laboratoryID = laboratoryID
        self.method = method
        self.fromAge = fromAge
        self.toAge = toAge
        self.sex = sex
        self.severeLimit = severeLimit
        self.validFrom = validFrom
        self.validTo = validTo
        self.addedAt = addedAt
    }

    /// Four times the upper limit is critical (requirement R3.1), unless a range says otherwise.
    package static let standardMultiple = Thousandths(count: 4000)

    /// The facts about a sample that select its range.
    package struct Circumstances: Equatable, Sendable {
        package let unit: AATUnit
        package let laboratoryID: LaboratoryID
        package let method: String?
        /// In completed years; nil if the patient is unknown.
        package let age: Int?
        /// nil if the patient is unknown.
        package let sex: AdministrativeSex?
        package let testDate: CalendarDate

        package init(
            unit: AATUnit, laboratoryID: LaboratoryID, method: String?, age: Int?, sex: AdministrativeSex? = nil,
            testDate: CalendarDate
        ) {
            self.unit = unit
            self.laboratoryID = laboratoryID
            self.method = method
            self.age = age
            self.sex = sex
            self.testDate = testDate
        }
    }

    /// The most specific range that applies; of equals the one that came into force last, then the one that was added
    /// last. A laboratory counts more than a method, a method more than the sex, and the sex more than an age.
    package static func inForce(_ ranges: [ReferenceRange], for sample: Circumstances) -> ReferenceRange? {
        ranges.filter { $0.holds(for: sample) }.max {
            ($0.particularity, $0.validFrom, $0.number) < ($1.particularity, $1.validFrom, $1.number)
        }
    }

    private func holds(for sample: Circumstances) -> Bool {
        unit == sample.unit && validFrom <= sample.testDate && (validTo.map { sample.testDate < $0 } ?? true)
            && (laboratoryID == nil || laboratoryID == sample.laboratoryID)
            && (method == nil || method == sample.method) && (sex == nil || sex == sample.sex)
            && (fromAge.map { from in sample.age.map { $0 >= from } ?? false } ?? true)
            && (toAge.map { to in sample.age.map { $0 < to } ?? false } ?? true)
    }

    private var particularity: Int {
        (laboratoryID == nil ? 0 : 8) + (method == nil ? 0 : 4) + (sex == nil ? 0 : 2)
            + (fromAge == nil && toAge == nil ? 0 : 1)
    }
}

/// The range by which a result was interpreted, stored with it.
package struct AppliedRange: Equatable, Sendable, CustomStringConvertible {
    package let low: Thousandths
    package let high: Thousandths
    package let criticalMultiple: Thousandths
    package let source: Source
    /// Below it the deficiency is severe; nil: the unit's own limit.
    package let severeLimit: Thousandths?
    /// The number of its row; nil: the laboratory sent it, or the result is older than the numbers.
    package let number: Int?

    package enum Source: String, Sendable {
        /// The laboratory sent it with the result.
        case reported
        /// It is in FairKit's table.
        case standard
    }

    package init(
        low: Thousandths, high: Thousandths, criticalMultiple: Thousandths, source: Source,
        severeLimit: Thousandths? = nil, number: Int? = nil
    ) {
        self.low = low
        self.high = high
        self.criticalMultiple = criticalMultiple
        self.source = source
        self.severeLimit = severeLimit
        self.number = number
    }

    /// Whether every level is interpreted alike by both.
    package func interpretsLike(_ other: AppliedRange) -> Bool {
        low == other.low && high == other.high && criticalMultiple == other.criticalMultiple && source == other.source
            && severeLimit == other.severeLimit
    }

    /// `100-200`
    package var description: String { "\(low)-\(high)" }
}
