/// A search under way: what has been found, when it is enough, and how much time is left.
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

    /// Whether it has that, and nothing else looks like a code that could be read, too.
    var isComplete: Bool { isSatisfied && !bars.contains { $0.verdict == .unclear } }

    /// Whether something that takes that long would still end in time.
    package func allows(_ duration: Duration) -> Bool { budget.remaining > duration }

    /// Sees to it that so much time is left.
    mutating func leave(_ least: Duration) { budget.leave(least) }

    /// Whether a code was read there, by two rows: one may be a false read.
    func knows(_ band: BarBand) -> Bool {
        findings.symbols.contains { $0.sightings >= 2 && band.isAround($0.middle) }
    }

    /// Adds what a look has seen.
    mutating func add(_ seen: [Symbol]) { findings.add(seen) }

    /// Adds bars that were looked at; of those in the same place the later look counts. Where there is no room, what looks
    /// like no code makes it.
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
