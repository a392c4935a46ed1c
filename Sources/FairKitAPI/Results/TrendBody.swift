package import FairKitCore

/// A person's levels over time on the wire.
package struct TrendBody: Decodable, JSONBody, Sendable {
    /// Oldest first.
    package let points: [Point]
    package let lines: [Line]
    package let latest: Point?

    package struct Point: Decodable, JSONBody, Sendable {
        package let resultId: String
        package let version: Int
        package let date: String
        package let level: LevelBody
        package let range: RangeBody
        package let flag: String
        package let status: String
        package let corrected: Bool
        package let needsVerification: Bool

        init(_ point: ResultTrend.Point) {
            resultId = "\(point.result)"
            version = point.version
            date = "\(point.date)"
            level = LevelBody(point.level)
            range = RangeBody(point.range)
            flag = point.flag.rawValue
            status = point.status.rawValue
            corrected = point.isCorrected
            needsVerification = point.needsVerification
        }
    }

    /// The levels of one unit, by their results.
    package struct Line: Decodable, JSONBody, Sendable {
        package let unit: String
        package let resultIds: [String]
    }

    package init(_ trend: ResultTrend) {
        points = trend.points.map { Point($0) }
        lines = trend.lines.map { line in
            Line(unit: line.unit.rawValue, resultIds: line.points.map { "\($0.result)" })
        }
        latest = trend.latest.map { Point($0) }
    }
}
