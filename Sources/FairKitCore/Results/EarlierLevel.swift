/// The same patient's last level before a test, from a result in force.
package struct EarlierLevel: Equatable, Sendable {
    package let level: Level
    package let testDate: CalendarDate

    package init(level: Level, testDate: CalendarDate) {
        self.level = level
        self.testDate = testDate
    }

    /// Whether a level is higher or lower than this one by at least the factor of its unit, as far as the comparators
    /// tell.
    /// Milligrams and grams are comparable; moles are comparable with neither, since laboratories convert them
    /// differently.
    package func jumps(to level: Level, by factors: JumpFactors = .standard) -> Bool {
        let (before, after) = (self.level.position, level.position)
        guard before.isMolar == after.isMolar else { return false }
        let factor = factors[unit: level.unit].count
        let rises = 1000 * after.count >= factor * before.count && !before.isLower && !after.isUpper
        let falls = 1000 * before.count >= factor * after.count && !before.isUpper && !after.isLower
        return before.count != after.count && (rises || falls)
    }

    /// Whether a level is higher than this one, by its number.
    package func isBelow(_ level: Level) -> Bool { self.level.position.count < level.position.count }

    /// By how many times a level that jumps differs at least, up to four: what an explanation says.
    package func wholeFactor(to level: Level) -> Int64 {
        let (before, after) = (self.level.position.count, level.position.count)
        let (less, more) = (min(before, after), max(before, after))
        return less > 0 ? min(4, more / less) : 4
    }
}

extension Level {
    /// The position in thousandths of milligrams per decilitre or of micromoles per litre.
    var position: (count: Int64, isMolar: Bool, isLower: Bool, isUpper: Bool) {
        let count =
            switch unit {
            case .milligramsPerDecilitre, .micromolesPerLitre: value.count
            case .gramsPerLitre: 100 * value.count
            }
        return (
            count, unit == .micromolesPerLitre, comparator == .greater || comparator == .greaterOrEqual,
            comparator == .less || comparator == .lessOrEqual
        )
    }
}
