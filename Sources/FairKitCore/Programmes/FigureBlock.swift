extension FigureLedger {
    /// The blocks of a measure, or those of one class of it, in their order.
    package struct Series: Hashable, Sendable {
        package let measure: FigureMeasure
        /// nil: all classes.
        package let flag: AbnormalFlag?

        package init(_ measure: FigureMeasure, _ flag: AbnormalFlag? = nil) {
            self.measure = measure
            self.flag = flag
        }
    }

    /// Ten people or more, who are counted together.
    package struct Block: Equatable, Sendable {
        package let number: Int
        package let series: Series
        package let people: Int
        /// How many of them each earlier block has, if any.
        package let shared: [Int: Int]

        package init(number: Int, series: Series, people: Int, shared: [Int: Int]) {
            self.number = number
            self.series = series
            self.people = people
            self.shared = shared
        }
    }

    /// The people who wait for a block of a measure.
    package struct Waiting: Sendable {
        package let measure: FigureMeasure
        /// Whether they can't wait for others: the quarter ends.
        package let isLast: Bool
        /// By flag; without one where the measure has no classes.
        package let people: [AbnormalFlag?: Int]
        /// How many of them each block has.
        package let shared: [AbnormalFlag?: [Int: Int]]

        package init(
            _ measure: FigureMeasure, isLast: Bool, people: [AbnormalFlag?: Int], shared: [AbnormalFlag?: [Int: Int]]
        ) {
            self.measure = measure
            self.isLast = isLast
            self.people = people
            self.shared = shared
        }
    }
}
