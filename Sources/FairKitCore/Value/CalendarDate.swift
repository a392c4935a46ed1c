/// A day of the Gregorian calendar between 1800 and 9999. An earlier or later one, which only a foreign hand can store,
/// counts as the first or the last one.
package struct CalendarDate: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Days since 1970-01-01, as it is stored.
    package let daysSince1970: Int

    package static let allowed = -62_091...2_932_896

    package init(daysSince1970: Int) {
        self.daysSince1970 = min(max(daysSince1970, CalendarDate.allowed.lowerBound), CalendarDate.allowed.upperBound)
    }

    /// Reads `YYYY-MM-DD`; nil for anything else, or if there is no such day.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 == 45 || (48...57).contains($0) }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), year >= 1800
        else { return nil }
        self.init(year: year, month: month, day: day)
        guard components == (year, month, day) else { return nil }
    }

    /// Days from the civil date, by Howard Hinnant's algorithm (chrono-compatible low-level date algorithms).
    private init(year: Int, month: Int, day: Int) {
        let year = month <= 2 ? year - 1 : year
        let era = year / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        daysSince1970 = era * 146_097 + dayOfEra - 719_468
    }

    private var components: (year: Int, month: Int, day: Int) {
        let shifted = daysSince1970 + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    package func adding(days: Int) -> CalendarDate { CalendarDate(daysSince1970: daysSince1970 + days) }

    /// Completed years from this day to another; a person born on 29 February completes a year on 1 March.
    package func completedYears(on day: CalendarDate) -> Int {
        let (from, to) = (components, day.components)
        return to.year - from.year - ((to.month, to.day) < (from.month, from.day) ? 1 : 0)
    }

    package static func < (left: CalendarDate, right: CalendarDate) -> Bool {
        left.daysSince1970 < right.daysSince1970
    }

    /// `YYYY-MM-DD`.
    package var description: String {
        ASCIIText.string(capacity: 32) { write(to: &$0) }
    }

    func write(to text: inout ASCIIText) {
        let (year, month, day) = components
        text.append(year, digits: 4)
        text.append("-")
        text.append(month, digits: 2)
        text.append("-")
        text.append(day, digits: 2)
    }
}
