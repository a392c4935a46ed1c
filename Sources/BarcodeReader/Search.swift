/// A search under way: what has been found, when it is enough, and what the time that is left still allows.
package struct Search {
    package private(set) var findings = Findings()
    private let budget: TimeBudget
    private let enough: ([Symbol]) -> Bool
    /// Pixels visited so far and how long that took: the pace of this machine on this picture.
    private var effort = 0
    private var spent = Duration.zero

    /// A search that ends when the caller has read enough or the budget is used up.
    package init(budget: TimeBudget, until enough: @escaping ([Symbol]) -> Bool) {
        self.budget = budget
        self.enough = enough
    }

    /// Whether the caller has what it looks for.
    package var isSatisfied: Bool { enough(findings.symbols) }

    /// Whether something that takes that long would still end in time.
    package func allows(_ duration: Duration) -> Bool { budget.remaining > duration }

    /// Whether a step of that effort would still end in time, judged by the steps before it.
    func allows(effort cost: Int) -> Bool {
        allows(effort == 0 ? .zero : spent * (Double(cost) / Double(effort)))
    }

    /// Carries out a step and adds what it sees.
    mutating func carryOut(effort cost: Int, _ step: () -> [Symbol]) {
        let before = budget.elapsed
        findings.add(step())
        spent += budget.elapsed - before
        effort += cost
    }
}
