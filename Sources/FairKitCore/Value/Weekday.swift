/// A day of the week. The texts are sent; they never change.
package enum Weekday: String, Sendable, CaseIterable, Comparable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday

    /// 0 for Monday, 6 for Sunday.
    package var number: Int {
        switch self {
        case .monday: 0
        case .tuesday: 1
        case .wednesday: 2
        case .thursday: 3
        case .friday: 4
        case .saturday: 5
        case .sunday: 6
        }
    }

    package static func < (left: Weekday, right: Weekday) -> Bool { left.number < right.number }
}

extension CalendarDate {
    package var weekday: Weekday {
        // 1970-01-01 was a Thursday.
        Weekday.allCases[(daysSince1970 + 3).modulo(7)]
    }

    /// The latest day up to this one that is such a day of the week.
    package func onOrBefore(_ day: Weekday) -> CalendarDate {
        adding(days: -(weekday.number - day.number).modulo(7))
    }
}

extension Int {
    /// The remainder that is not negative.
    func modulo(_ divisor: Int) -> Int {
        let rest = self % divisor
        return rest < 0 ? rest + divisor : rest
    }
}
