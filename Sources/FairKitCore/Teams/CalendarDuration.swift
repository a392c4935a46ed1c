/// A duration in an iCalendar file (RFC 5545, section 3.3.6): `PT12H`, `P1W`.
struct CalendarDuration {
    let minutes: Int

    private static let mostMinutes = (ShiftTimes.mostDays + 1) * 1440

    /// nil for another form, one with seconds, or one longer than any shift.
    init?(_ text: some StringProtocol) {
        var rest = Substring(text.uppercased())
        if rest.hasPrefix("+") { rest = rest.dropFirst() }
        guard rest.hasPrefix("P") else { return nil }
        rest = rest.dropFirst()
        var (total, isTime, hasPart) = (0, false, false)
        while !rest.isEmpty {
            if rest.hasPrefix("T"), !isTime {
                isTime = true
                rest = rest.dropFirst()
            }
            let digits = rest.prefix { ("0"..."9").contains($0) }
            guard (1...5).contains(digits.count), let number = Int(digits),
                let unit = CalendarDuration.minutes(of: rest.dropFirst(digits.count).first, isTime: isTime)
            else { return nil }
            total += number * unit
            hasPart = true
            rest = rest.dropFirst(digits.count + 1)
        }
        guard hasPart, total <= CalendarDuration.mostMinutes else { return nil }
        minutes = total
    }

    private static func minutes(of unit: Character?, isTime: Bool) -> Int? {
        switch (unit, isTime) {
        case ("W", false): 7 * 1440
        case ("D", false): 1440
        case ("H", true): 60
        case ("M", true): 1
        // Seconds other than none would be dropped.
        default: nil
        }
    }
}
