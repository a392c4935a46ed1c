/// A point in time: milliseconds since 1970-01-01T00:00:00Z, as it is stored. It lies in the years 1800 to 9999: a time
/// before or after them, which only a foreign hand can store, counts as the first or the last one, so that no
/// arithmetic on times overflows.
package struct Timestamp: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let milliseconds: Int64

    package static let allowed: ClosedRange<Int64> = -5_364_662_400_000...253_402_300_799_999

    package init(milliseconds: Int64) {
        self.milliseconds = min(max(milliseconds, Timestamp.allowed.lowerBound), Timestamp.allowed.upperBound)
    }

    /// Reads RFC 3339 in UTC, with at most milliseconds: `2026-11-21T02:19:44Z`, `2026-11-21T02:19:44.123Z`; nil for anything else.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2, let day = CalendarDate(parts[0]), parts[1].last == "Z" else { return nil }
        let time = parts[1].dropLast().split(separator: ":", omittingEmptySubsequences: false)
        guard time.count == 3 else { return nil }
        let second = time[2].split(separator: ".", omittingEmptySubsequences: false)
        let fraction = second.count == 2 ? second[1] : "0"
        let digits = [time[0], time[1], second[0], fraction]
        guard second.count <= 2, digits.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
            digits.dropLast().allSatisfy({ $0.utf8.count == 2 }), (1...3).contains(fraction.utf8.count),
            let hour = Int64(time[0]), let minute = Int64(time[1]), let whole = Int64(second[0]), hour < 24,
            minute < 60,
            whole < 60, let rest = Int64(fraction + String(repeating: "0", count: 3 - fraction.utf8.count))
        else { return nil }
        milliseconds = Int64(day.daysSince1970) * 86_400_000 + ((hour * 60 + minute) * 60 + whole) * 1000 + rest
    }

    package static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    /// A later time, to the millisecond.
    package func advanced(by duration: Duration) -> Timestamp {
        let (whole, attoseconds) = duration.components
        // Longer than all of time, and far from an overflow.
        let seconds = min(max(whole, -(1 << 48)), 1 << 48)
        return Timestamp(milliseconds: milliseconds + seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }

    /// The time until another timestamp; negative if that has passed.
    package func distance(to other: Timestamp) -> Duration { .milliseconds(other.milliseconds - milliseconds) }

    /// Its day, at an offset from UTC in seconds.
    package func date(offset: Int = 0) -> CalendarDate {
        CalendarDate(daysSince1970: Int((milliseconds + Int64(offset) * 1000).floored(by: 86_400_000)))
    }

    /// RFC 3339 in UTC with milliseconds: `2026-11-21T02:19:44.123Z`.
    package var description: String {
        let day = date()
        let rest = milliseconds - Int64(day.daysSince1970) * 86_400_000
        return ASCIIText.string(capacity: 32) { text in
            day.write(to: &text)
            text.append("T")
            text.append(rest / 3_600_000, digits: 2)
            text.append(":")
            text.append(rest / 60_000 % 60, digits: 2)
            text.append(":")
            text.append(rest / 1000 % 60, digits: 2)
            text.append(".")
            text.append(rest % 1000, digits: 3)
            text.append("Z")
        }
    }
}

/// Returns the current time; tests pass their own.
package typealias Now = @Sendable () -> Timestamp

func pad(_ number: some BinaryInteger, _ width: Int = 2) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
}

extension Int64 {
    fileprivate func floored(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
