import FairKitCore
import Testing

@Suite struct `A return on investment` {
    @Test func `is rounded, not cut off`() throws {
        let (none, perQuarter) = (Thousandths(count: 0), Thousandths(count: 600_000))
        let economics = Programme.Economics(
            currency: "KES", costPerQuarter: perQuarter, costPerTest: none, savedPerTest: Thousandths(count: 100_000),
            source: "Budget")
        let found = ReturnOnInvestment(economics, completed: .people(10), quarters: 1)
        guard case .value(let value) = found else {
            Issue.record("\(found)")
            return
        }
        // 10 × 100 ÷ 600 − 1 = 0.6667
        #expect(value.ratio == 667)
    }
}
