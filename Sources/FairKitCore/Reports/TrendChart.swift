/// Levels over time in one unit, above the reference range. A line joins those that wait for no verification.
package struct TrendChart: Codable, Equatable, Sendable {
    package struct Point: Codable, Equatable, Sendable {
        /// Days since 1970.
        package let day: Int
        package let value: Double
        /// The value as it was reported: `>820`; a converted one is marked.
        package let label: String
        /// The reference range of this result.
        package let low: Double
        package let high: Double
        /// Whether it lies outside its range, and so is drawn as a diamond.
        package let isAbnormal: Bool
        /// Whether a person has yet to verify it: it is drawn hollow.
        package let isHollow: Bool

        package init(
            day: Int, value: Double, label: String, low: Double, high: Double, isAbnormal: Bool, isHollow: Bool = false
        ) {
            self.day = day
            self.value = value
            self.label = label
            self.low = low
            self.high = high
            self.isAbnormal = isAbnormal
            self.isHollow = isHollow
        }
    }

    /// A description of the chart, also for people who can't see it.
    package let caption: String
    package let unit: String
    /// The oldest first.
    package let points: [Point]
    /// The words for the first and the last day: `2 April 2026`.
    package let firstDay: String
    package let lastDay: String
    /// `Reference range`.
    package let rangeLabel: String

    package init(
        caption: String, unit: String, points: [Point], firstDay: String, lastDay: String, rangeLabel: String
    ) {
        self.caption = caption
        self.unit = unit
        self.points = points
        self.firstDay = firstDay
        self.lastDay = lastDay
        self.rangeLabel = rangeLabel
    }
}
