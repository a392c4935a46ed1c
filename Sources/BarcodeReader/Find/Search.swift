/// A running search: what was found, when that is enough, and how much time is left.
package struct Search {
    package private(set) var findings = Findings()
    /// Bars that were looked at, in that order.
    package private(set) var bars: [FoundBars] = []
    var stopwatch: Stopwatch
    private var budget: TimeBudget
    private let enough: ([Symbol]) -> Bool

    /// A search that ends when the caller has read enough or the budget is used up.
    package init(budget: TimeBudget, until enough: @escaping ([Symbol]) -> Bool) {
        self.budget = budget
        self.enough = enough
        stopwatch = budget.stopwatch()
    }

    /// Whether the caller has what it looks for.
    package var isSatisfied: Bool { enough(findings.symbols) }

    /// Whether the search is satisfied, and nothing else looks like a readable code.
    var isComplete: Bool { isSatisfied && !bars.contains { $0.verdict == .unclear } }

    /// Whether a step of this duration would still end in time.
    package func allows(_ duration: Duration) -> Bool { budget.remaining > duration }

    /// Ensures that at least this much time is left.
    mutating func leave(_ least: Duration) { budget.leave(least) }

    /// Whether two rows read a code there; a single row may be a misread.
    func knows(_ band: BarBand) -> Bool {
        findings.symbols.contains { $0.sightings >= 2 && band.isAround($0.middle) }
    }

    /// Adds what a look has seen.
    mutating func add(_ seen: [Symbol]) { findings.add(seen) }

    /// Adds examined bars; a later look at the same place replaces an earlier one. Without space, bars that look like
    /// no code are dropped.
    mutating func add(_ found: FoundBars) {
        if let place = bars.firstIndex(where: { $0.isAround(found.middle) && found.isAround($0.middle) }) {
            bars[place] = found
        } else if bars.count < FoundBars.limit {
            bars.append(found)
        } else if found.verdict != .other, let place = bars.lastIndex(where: { $0.verdict == .other }) {
            bars[place] = found
        }
    }
}

extension FoundBars {
    fileprivate var middle: Point { .middle(of: corners) }

    /// Whether a point lies between the corners.
    fileprivate func isAround(_ point: Point) -> Bool {
        let sides = corners.indices.map { index -> Bool in
            let (a, b) = (corners[index], corners[(index + 1) % corners.count])
            return (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) >= 0
        }
        return sides.allSatisfy(\.self) || !sides.contains(true)
    }
}
