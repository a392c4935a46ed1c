/// A person's levels over time (requirement R2.7).
///
/// Values are as they were reported. A line joins only levels of one unit, and never a withdrawn result.
package struct ResultTrend: Equatable, Sendable {
    /// One result in its current version.
    package struct Point: Equatable, Sendable {
        package let result: ResultID
        package let version: Int
        package let date: CalendarDate
        package let level: Level
        package let range: AppliedRange
        package let flag: AbnormalFlag
        package let status: ResultStatus
        package let needsVerification: Bool

        /// Whether this value replaces another that was reported before.
        package var isCorrected: Bool { status == .corrected || status == .amended }
    }

    /// The levels of one unit, oldest first.
    package struct Line: Equatable, Sendable {
        package let unit: AATUnit
        package let points: [Point]
    }

    /// Oldest first.
    package let points: [Point]

    /// - Parameter results: the person's results that the reader may see, in any order. Withdrawn and held ones are left
    ///   out, since no reader should draw a conclusion from them; and those without a level.
    package init(of results: [TestResult]) {
        let valid = results.filter { $0.hold == nil && !$0.current.status.isWithdrawn }
        let ordered = valid.sorted { one, other in
            let (day, later) = (one.current.findings.testDate, other.current.findings.testDate)
            return day == later ? one.id.bytes.lexicographicallyPrecedes(other.id.bytes) : day < later
        }
        points = ordered.compactMap(Point.init)
    }

    /// One for each unit, in the order in which the units were first used.
    package var lines: [Line] {
        var units: [AATUnit] = []
        for point in points where !units.contains(point.level.unit) { units.append(point.level.unit) }
        return units.map { unit in Line(unit: unit, points: points.filter { $0.level.unit == unit }) }
    }

    package var latest: Point? { points.last }
}

extension ResultTrend.Point {
    fileprivate init?(_ result: TestResult) {
        let version = result.current
        guard let interpreted = version.interpreted, let flag = version.interpretation.flag else { return nil }
        self.init(
            result: result.id, version: version.number, date: version.findings.testDate,
            level: interpreted.level, range: interpreted.range, flag: flag,
            status: version.status, needsVerification: result.needsVerification)
    }
}
