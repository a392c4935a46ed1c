import FairKitCore
import FoundationEssentials
import Testing

@Suite struct `An exact decimal` {
    @Test(
        arguments: [
            ("0", 0, "0"), ("0.001", 1, "0.001"), ("0.1", 100, "0.1"), ("7.5", 7500, "7.5"),
            ("12.345", 12_345, "12.345"),
            ("12.30", 12_300, "12.3"), ("1.2300", 1230, "1.23"), ("200", 200_000, "200"), ("799.9", 799_900, "799.9"),
            ("820", 820_000, "820"),
            ("8.2e2", 820_000, "820"), ("1.05", 1050, "1.05"), ("999999.999", 999_999_999, "999999.999"),
        ] as [(String, Int64, String)])
    func `counts thousandths and prints no zeros`(text: String, count: Int64, printed: String) throws {
        let decimal = try #require(Decimal(string: text))
        let value = try #require(Thousandths(decimal))
        #expect(value.count == count)
        #expect(value.description == printed)
        #expect(value.decimal == decimal)
        #expect(Thousandths(value.decimal) == value)
    }

    @Test(arguments: ["1.2345", "0.0001", "1e-10", "-0.001", "-1", "1e6", "1000000", "1e30", "1e127", "999999.9999"])
    func `is not rounded, negative or a million`(text: String) throws {
        let decimal = try #require(Decimal(string: text))
        #expect(Thousandths(decimal) == nil)
    }

    @Test func `is never NaN`() {
        #expect(Thousandths(Decimal.nan) == nil)
    }

    @Test func `is ordered as a number`() {
        #expect(Thousandths(count: 799_900) < Thousandths(count: 800_000))
    }

    @Test(arguments: [
        (Comparator?.none, "820 mg/dL"), (.greater, ">820 mg/dL"), (.lessOrEqual, "<=820 mg/dL"), (.less, "<820 mg/dL"),
        (.greaterOrEqual, ">=820 mg/dL"),
    ])
    func `in a level is printed as reported`(comparator: Comparator?, text: String) {
        let level = Level(value: Thousandths(count: 820_000), unit: .milligramsPerDecilitre, comparator: comparator)
        #expect(level.description == text)
    }

    @Test func `in a range is printed as consumers expect it`() {
        let range = AppliedRange(
            low: Thousandths(count: 1000), high: Thousandths(count: 2500),
            criticalMultiple: ReferenceRange.standardMultiple,
            source: .standard)
        #expect(range.description == "1-2.5")
    }
}
