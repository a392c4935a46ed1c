package import FairKitCore

/// A level on the wire: `{"value": 820, "unit": "mg/dL", "comparator": ">"}`.
package struct LevelBody: Codable, JSONBody, Hashable, Sendable {
    package let value: ExactNumber
    package let unit: String
    package let comparator: String?

    package init(value: ExactNumber, unit: String, comparator: String?) {
        self.value = value
        self.unit = unit
        self.comparator = comparator
    }

    package init(_ level: Level) {
        value = .thousandths(level.value)
        unit = level.unit.rawValue
        comparator = level.comparator?.rawValue
    }
}

/// A reference range on the wire, in the level's unit.
package struct RangeBody: Codable, JSONBody, Hashable, Sendable {
    package let low: ExactNumber
    package let high: ExactNumber
    /// Its origin; only in responses.
    package var source: String?
    /// The number of the reference range; only in responses.
    package var number: Int?

    package init(low: ExactNumber, high: ExactNumber) {
        self.low = low
        self.high = high
    }

    package init(_ range: AppliedRange) {
        low = .thousandths(range.low)
        high = .thousandths(range.high)
        source = range.source.rawValue
        number = range.number
    }
}
