/// How many entries a list has on all its pages, as far as the caller may see them. Counting is bounded.
package struct Total: Hashable, Sendable {
    package let count: Int
    /// There may be more: counting ended.
    package let isLowerBound: Bool

    /// The most entries that are counted or examined for a total.
    package static let most = 10_000

    package init(_ count: Int, most: Int = Total.most, isLowerBound: Bool = false) {
        self.count = min(count, most)
        self.isLowerBound = isLowerBound || count > most
    }
}
