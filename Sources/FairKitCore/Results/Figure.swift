/// How many people something is true of, unless so few that they might be known by it.
package enum Figure: Hashable, Sendable {
    case people(Int)
    case suppressed

    /// Fewer are not told.
    package static let least = 10

    package var count: Int? { if case .people(let count) = self { count } else { nil } }
}

/// Figures that belong together: the people of each class, and of all classes. Nobody is in two: from what is told of classes that overlap
/// somebody could find out how many are in both, or in none of them.
package struct FigureGroup<Class: Hashable & Sendable>: Hashable, Sendable {
    package let classes: [Class: Figure]
    package let all: Figure

    /// Leaves out what is small, and what would tell it: whoever takes the classes that are told from the whole must not learn of fewer
    /// than ten people, nor of one class alone.
    /// - Parameters:
    ///   - counts: people of each class.
    ///   - order: all classes.
    package init(_ counts: [Class: Int], order: [Class]) {
        let total = order.reduce(0) { $0 + counts[$1, default: 0] }
        var told = order.filter { counts[$0, default: 0] >= Figure.least }
        var isTotalTold = total >= Figure.least
        func count(_ one: Class) -> Int { counts[one, default: 0] }
        func tellsTooMuch() -> Bool {
            guard isTotalTold, told.count < order.count else { return false }
            let hidden = order.filter { !told.contains($0) }
            return hidden.count == 1 || hidden.reduce(0) { $0 + count($1) } < Figure.least
        }
        while tellsTooMuch() {
            // The next smallest goes, too; when none is left, the whole does.
            if let next = told.min(by: { count($0) < count($1) }) {
                told.removeAll { $0 == next }
            } else {
                isTotalTold = false
            }
        }
        classes = Dictionary(
            uniqueKeysWithValues: order.map { ($0, told.contains($0) ? .people(count($0)) : .suppressed) })
        all = isTotalTold ? .people(total) : .suppressed
    }
}
