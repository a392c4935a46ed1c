/// A person's levels as a chart draws them: all in one unit. Levels that were reported in another one are converted, and
/// marked as such (requirement R2.7).
package struct DrawnLevels: Equatable, Sendable {
    package struct Point: Equatable, Sendable {
        package let date: CalendarDate
        /// In the chart's unit.
        package let level: Level
        package let low: Thousandths
        package let high: Thousandths
        package let flag: AbnormalFlag
        /// Whether it was reported in another unit.
        package let isConverted: Bool
        /// Whether a person has yet to verify or confirm it: no line joins it.
        package let needsVerification: Bool
    }

    package let unit: AATUnit
    /// The oldest first.
    package let points: [Point]

    /// - Parameter results: the person's results that the reader may see, in any order. Withdrawn ones are left out, and
    ///   those without a level.
    /// - Returns: nil if there is none.
    package init?(of results: [TestResult], by mass: MolarMass) {
        let ordered = results.filter { !$0.current.status.isWithdrawn && $0.current.findings.level != nil }.sorted {
            one, other in
            let (day, later) = (one.current.findings.testDate, other.current.findings.testDate)
            return day == later ? one.id.bytes.lexicographicallyPrecedes(other.id.bytes) : day < later
        }
        // A level that waits for a verification may have the wrong unit.
        guard let newest = ordered.last(where: { !$0.needsVerification }) ?? ordered.last,
            let unit = newest.current.findings.level?.unit
        else { return nil }
        self.unit = unit
        points = ordered.compactMap { Point($0, in: unit, by: mass) }
    }
}

extension DrawnLevels.Point {
    fileprivate init?(_ result: TestResult, in unit: AATUnit, by mass: MolarMass) {
        let version = result.current
        guard let interpreted = version.interpreted, let flag = version.interpretation.flag else { return nil }
        let level = interpreted.level
        func converted(_ value: Thousandths) -> Thousandths {
            let level = Level(value: value, unit: level.unit)
            return ConvertedLevel.all(of: level, by: mass).first { $0.unit == unit }?.value ?? value
        }
        self.init(
            date: version.findings.testDate,
            level: Level(value: converted(level.value), unit: unit, comparator: level.comparator),
            low: converted(interpreted.range.low), high: converted(interpreted.range.high), flag: flag,
            isConverted: level.unit != unit, needsVerification: result.needsVerification)
    }
}
