package import FairKitCore
package import FoundationEssentials

/// A level on the wire: `{"value": 820, "unit": "mg/dL", "comparator": ">"}`.
package struct LevelBody: Codable, Hashable, Sendable {
    package let value: Decimal
    package let unit: String
    package let comparator: String?

    package init(value: Decimal, unit: String, comparator: String?) {
        self.value = value
        self.unit = unit
        self.comparator = comparator
    }

    package init(_ level: Level) {
        value = level.value.decimal
        unit = level.unit.rawValue
        comparator = level.comparator?.rawValue
    }
}

/// A reference range on the wire, in the level's unit.
package struct RangeBody: Codable, Hashable, Sendable {
    package let low: Decimal
    package let high: Decimal
    /// Where it came from; only in answers.
    package var source: String?

    package init(low: Decimal, high: Decimal) {
        self.low = low
        self.high = high
    }

    package init(_ range: AppliedRange) {
        low = range.low.decimal
        high = range.high.decimal
        source = range.source.rawValue
    }
}
