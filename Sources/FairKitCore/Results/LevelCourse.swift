/// How a level compares with the one before it.
package enum LevelCourse: Sendable, CaseIterable {
    case first
    case risen
    case fallen
    /// The difference is within the usual variation.
    case steady
    /// The units or comparators leave it open.
    case open

    /// A change of less than a fifth of the earlier level says little: two measurements of one person differ by 17 %
    /// (coefficient of variation; Haillot et al., Chronic Obstr Pulm Dis 2021;8:464–73).
    package static let usualVariation: Int64 = 5

    /// - Parameter earlier: the same person's last level; nil: there is none.
    package init(from earlier: EarlierLevel?, to level: Level) {
        guard let earlier else {
            self = .first
            return
        }
        let (before, after) = (earlier.level.position, level.position)
        guard before.isMolar == after.isMolar else {
            self = .open
            return
        }
        let isExact = earlier.level.comparator == nil && level.comparator == nil
        let difference = after.count - before.count
        if isExact, difference == 0 || LevelCourse.usualVariation * abs(difference) < before.count {
            self = .steady
        } else if difference > 0, !before.isLower, !after.isUpper {
            self = .risen
        } else if difference < 0, !before.isUpper, !after.isLower {
            self = .fallen
        } else {
            self = .open
        }
    }
}

extension EarlierLevel {
    /// The last level before a result among the same person's results in their current versions: the one that the store
    /// compares with.
    package init?(before result: TestResult, among results: [TestResult]) {
        let date = result.current.findings.testDate
        let before = results.filter { other in
            let day = other.current.findings.testDate
            return other.id != result.id && other.hold == nil && other.current.findings.level != nil
                && other.current.status.isInForce
                && (day < date || day == date && other.id.bytes.lexicographicallyPrecedes(result.id.bytes))
        }
        let last = before.max { one, other in
            let (day, later) = (one.current.findings.testDate, other.current.findings.testDate)
            return day == later ? one.id.bytes.lexicographicallyPrecedes(other.id.bytes) : day < later
        }
        guard let findings = last?.current.findings, let level = findings.level else { return nil }
        self.init(level: level, testDate: findings.testDate)
    }
}

extension ResultStatus {
    /// Finished, and not withdrawn: other results are compared with it.
    package var isInForce: Bool { self == .final || self == .amended || self == .corrected }
}
