package import FairKitCore

/// A reference range on the wire. Ages are completed years; `toAge` and `validTo` are exclusive.
package struct ReferenceRangeBody: Decodable, JSONBody, Sendable {
    package let number: Int
    package let builtIn: Bool
    package let unit: String
    package let low: ExactNumber
    package let high: ExactNumber
    package let criticalMultiple: ExactNumber
    package let severeLimit: ExactNumber
    /// The laboratory's name; nil: every laboratory.
    package let laboratory: String?
    package let method: String?
    package let fromAge: Int?
    package let toAge: Int?
    package let sex: String?
    package let validFrom: String
    package let validTo: String?
    package let addedAt: String?

    /// - Parameter laboratory: the name of its laboratory.
    package init(_ range: ReferenceRange, laboratory: String?) {
        number = range.number
        builtIn = range.addedAt == nil
        unit = range.unit.rawValue
        low = .thousandths(range.low)
        high = .thousandths(range.high)
        criticalMultiple = .thousandths(range.criticalMultiple)
        severeLimit = .thousandths(range.severeLimit ?? range.unit.severeLimit)
        self.laboratory = laboratory
        method = range.method
        fromAge = range.fromAge
        toAge = range.toAge
        sex = range.sex?.rawValue
        validFrom = "\(range.validFrom)"
        validTo = range.validTo.map { "\($0)" }
        addedAt = range.addedAt.map { "\($0)" }
    }
}

/// A request to add a reference range.
package struct ReferenceRangeRequest: Decodable, Sendable {
    package let unit: String
    package let low: ExactNumber
    package let high: ExactNumber
    package let criticalMultiple: ExactNumber?
    package let severeLimit: ExactNumber?
    package let laboratory: String?
    package let method: String?
    package let fromAge: Int?
    package let toAge: Int?
    package let sex: String?
    package let validFrom: String
}

/// A request to end a reference range.
package struct RangeEndRequest: Decodable, Sendable {
    /// The first day on which it no longer holds.
    package let on: String
}
