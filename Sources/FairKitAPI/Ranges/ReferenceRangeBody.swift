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

/// The answer to a request to add a reference range.
package enum AddedRangeBody: JSONBody {
    case added(ReferenceRangeBody)
    case rehearsed(RangeEffectBody)

    package func writeMembers(to json: inout JSONWriter) {
        switch self {
        case .added(let range): range.writeMembers(to: &json)
        case .rehearsed(let effect): effect.writeMembers(to: &json)
        }
    }
}

/// What a reference range would have changed, had it held for the last year.
package struct RangeEffectBody: Decodable, JSONBody, Sendable {
    /// The four numbers are left out if the results are those of fewer than ten people.
    package let results: Int?
    package let flags: [Change]?
    package let alertsRaised: Int?
    package let alertsLapsed: Int?
    package let isPartial: Bool

    package struct Change: Decodable, JSONBody, Sendable {
        package let from: String
        package let to: String
        package let count: Int

        package init(from: String, to: String, count: Int) {
            self.from = from
            self.to = to
            self.count = count
        }
    }

    package init(results: Int?, flags: [Change]?, alertsRaised: Int?, alertsLapsed: Int?, isPartial: Bool) {
        self.results = results
        self.flags = flags
        self.alertsRaised = alertsRaised
        self.alertsLapsed = alertsLapsed
        self.isPartial = isPartial
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
