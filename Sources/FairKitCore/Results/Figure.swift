/// A number of people, suppressed if it is so small that it might identify them.
package enum Figure: Hashable, Sendable {
    case people(Int)
    case suppressed

    /// Smaller numbers are suppressed.
    package static let least = 10

    package var count: Int? { if case .people(let count) = self { count } else { nil } }
}

/// Related figures: the number of people in each class, and in all classes. No person is in two classes: from
/// overlapping ones a reader could derive how many are in both, or in neither.
package struct FigureGroup<Class: Hashable & Sendable>: Hashable, Sendable {
    package let classes: [Class: Figure]
    package let all: Figure

    /// Suppresses small figures, and figures that would reveal them. Subtracting the published classes from the total
    /// must not reveal fewer than ten people, nor a single class.
    /// - Parameters:
    ///   - counts: people in each class.
    ///   - order: all classes.
    package init(_ counts: [Class: Int], order: [Class]) {
        let total = order.reduce(0) { $0 + counts[$1, default: 0] }
        var shown = order.filter { counts[$0, default: 0] >= Figure.least }
        var showsTotal = total >= Figure.least
        func count(_ one: Class) -> Int { counts[one, default: 0] }
        func revealsTooMuch() -> Bool {
            guard showsTotal, shown.count < order.count else { return false }
            let hidden = order.filter { !shown.contains($0) }
            return hidden.count == 1 || hidden.reduce(0) { $0 + count($1) } < Figure.least
        }
        while revealsTooMuch() {
            // The next smallest is suppressed, too; if none is left, the total is.
            if let next = shown.min(by: { count($0) < count($1) }) {
                shown.removeAll { $0 == next }
            } else {
                showsTotal = false
            }
        }
        classes = Dictionary(
            uniqueKeysWithValues: order.map { ($0, shown.contains($0) ? .people(count($0)) : .suppressed) })
        all = showsTotal ? .people(total) : .suppressed
    }
}
