/// The same patient's last level before a test, from a result in force.
package struct EarlierLevel: Hashable, Sendable {
    package let level: Level
    package let testDate: CalendarDate

    package init(level: Level, testDate: CalendarDate) {
        self.level = level
        self.testDate = testDate
    }

    /// A change by this factor or more, up or down, is implausible. In an acute phase the level rises three- to
    /// fourfold, and less in people with a deficiency (Janciauskiene et al., Respir Med 2011;105:1129–39); version 1 of
    /// the rule.
    package static let implausibleFactor: Int64 = 4

    /// Whether a level is higher or lower than this one by at least the factor, as far as the comparators tell.
    /// Milligrams and grams are comparable; moles are comparable with neither, since laboratories convert them
    /// differently.
    package func jumps(to level: Level) -> Bool {
        let (before, after) = (self.level.position, level.position)
        guard before.isMolar == after.isMolar else { return false }
        let rises = after.count >= EarlierLevel.implausibleFactor * before.count && !before.isLower && !after.isUpper
        let falls = before.count >= EarlierLevel.implausibleFactor * after.count && !before.isUpper && !after.isLower
        return before.count != after.count && (rises || falls)
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
