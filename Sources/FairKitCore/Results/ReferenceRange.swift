/// A row of the reference ranges: for whom it holds, and since when.
package struct ReferenceRange: Hashable, Sendable {
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
    package let validFrom: CalendarDate

    package init(
        unit: AATUnit, low: Thousandths, high: Thousandths, criticalMultiple: Thousandths,
        laboratoryID: LaboratoryID?, method: String?, fromAge: Int?, toAge: Int?, validFrom: CalendarDate
    ) {
        self.unit = unit
        self.low = low
        self.high = high
        self.criticalMultiple = criticalMultiple
        self.laboratoryID = laboratoryID
        self.method = method
        self.fromAge = fromAge
        self.toAge = toAge
        self.validFrom = validFrom
    }

    /// Four times the upper limit is critical (requirement R3.1), unless a range says otherwise.
    package static let standardMultiple = Thousandths(count: 4000)

    /// The facts about a sample that select its range.
    package struct Circumstances: Hashable, Sendable {
        package let unit: AATUnit
        package let laboratoryID: LaboratoryID
        package let method: String?
        /// In completed years; nil if the patient is unknown.
        package let age: Int?
        package let testDate: CalendarDate

        package init(
            unit: AATUnit, laboratoryID: LaboratoryID, method: String?, age: Int?, testDate: CalendarDate
        ) {
            self.unit = unit
            self.laboratoryID = laboratoryID
            self.method = method
            self.age = age
            self.testDate = testDate
        }
    }

    /// The most specific range that applies; of equals the one that came into force last.
    package static func inForce(_ ranges: [ReferenceRange], for sample: Circumstances) -> ReferenceRange? {
        ranges.filter { $0.holds(for: sample) }.max {
            ($0.particularity, $0.validFrom) < ($1.particularity, $1.validFrom)
        }
    }

    private func holds(for sample: Circumstances) -> Bool {
        unit == sample.unit && validFrom <= sample.testDate
            && (laboratoryID == nil || laboratoryID == sample.laboratoryID)
            && (method == nil || method == sample.method)
            && (fromAge.map { from in sample.age.map { $0 >= from } ?? false } ?? true)
            && (toAge.map { to in sample.age.map { $0 < to } ?? false } ?? true)
    }

    private var particularity: Int {
        (laboratoryID == nil ? 0 : 4) + (method == nil ? 0 : 2) + (fromAge == nil && toAge == nil ? 0 : 1)
    }
}

/// The range by which a result was interpreted, stored with it.
package struct AppliedRange: Hashable, Sendable, CustomStringConvertible {
    package let low: Thousandths
    package let high: Thousandths
    package let criticalMultiple: Thousandths
    package let source: Source

    package enum Source: String, Sendable {
        /// The laboratory sent it with the result.
        case reported
        /// It is in FairKit's table.
        case standard
    }

    package init(low: Thousandths, high: Thousandths, criticalMultiple: Thousandths, source: Source) {
        self.low = low
        self.high = high
        self.criticalMultiple = criticalMultiple
        self.source = source
    }

    /// `100-200`
    package var description: String { "\(low)-\(high)" }
}
