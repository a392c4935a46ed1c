/// A search under way: what has been found, when it is enough, and how much time is left.
package struct Search {
    package private(set) var findings = Findings()
    private let budget: TimeBudget
    private let enough: ([Symbol]) -> Bool

    /// A search that ends when the caller has read enough or the budget is used up.
    package init(budget: TimeBudget, until enough: @escaping ([Symbol]) -> Bool) {
        self.budget = budget
        self.enough = enough
    }

    /// Whether the caller has what it looks for.
    package var isSatisfied: Bool { enough(findings.symbols) }

    /// Whether something that takes that long would still end in time.
    package func allows(_ duration: Duration) -> Bool { budget.remaining > duration }

    /// Whether a code was read there, by two rows: one may be a false read.
    func knows(_ band: BarBand) -> Bool {
        findings.symbols.contains { $0.sightings >= 2 && band.isAround($0.middle) }
    }

    /// Adds what a look has seen.
    mutating func add(_ seen: [Symbol], by look: Findings.Look) { findings.add(seen, by: look) }
}
