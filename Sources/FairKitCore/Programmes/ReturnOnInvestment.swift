/// What a programme returned for what it cost, with everything it is computed of:
/// (completed × savedPerTest − cost) / cost, where cost is costPerQuarter × quarters + completed × costPerTest.
package enum ReturnOnInvestment: Equatable, Sendable {
    case value(Value)
    case missing(Missing)

    package static let formula = """
        (completed × savedPerTest − (costPerQuarter × quarters + completed × costPerTest)) / \
        (costPerQuarter × quarters + completed × costPerTest)
        """

    package struct Value: Equatable, Sendable {
        package let economics: Programme.Economics
        /// The published number of people who completed a test.
        package let completed: Int
        package let quarters: Int
        /// completed × savedPerTest.
        package let saved: Thousandths
        /// costPerQuarter × quarters + completed × costPerTest.
        package let cost: Thousandths
        /// In thousandths, rounded: 0.25 is a quarter more than what was spent.
        package let ratio: Int64
    }

    /// The part that is missing.
    package enum Missing: String, Sendable, CaseIterable {
        /// The programme has no costs and savings.
        case economics
        /// The period is not a sum of whole quarters.
        case quarters
        /// Fewer than ten people completed a test.
        case completed
        /// Nothing was spent.
        case costs
    }

    package init(_ economics: Programme.Economics?, completed: Figure, quarters: Int) {
        guard let economics else {
            self = .missing(.economics)
            return
        }
        guard quarters > 0 else {
            self = .missing(.quarters)
            return
        }
        guard let completed = completed.count else {
            self = .missing(.completed)
            return
        }
        // Wide enough for every product.
        let saved = Int128(completed) * Int128(economics.savedPerTest.count)
        let cost =
            Int128(quarters) * Int128(economics.costPerQuarter.count)
            + Int128(completed) * Int128(economics.costPerTest.count)
        guard cost > 0 else {
            self = .missing(.costs)
            return
        }
        self = .value(
            Value(
                economics: economics, completed: completed, quarters: quarters,
                saved: Thousandths(count: Int64(clamping: saved)), cost: Thousandths(count: Int64(clamping: cost)),
                // Readers print it in per cent, so it stays far from the limit.
                ratio: Int64(min(1_000_000_000_000_000, (saved * 1000 + cost / 2) / cost - 1000))))
    }
}
