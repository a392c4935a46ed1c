/// A time of day on a wall clock, to the minute.
package struct LocalTime: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Since midnight: 0 to 1439.
    package let minutes: Int

    package static let midnight = LocalTime(minutes: 0)

    private init(minutes: Int) { self.minutes = minutes }

    /// nil unless the minutes are those of one day.
    package init?(minutesSinceMidnight minutes: Int) {
        guard (0..<1440).contains(minutes) else { return nil }
        self.init(minutes: minutes)
    }

    /// Reads `HH:MM`, from `00:00` to `23:59`; nil for anything else.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [2, 2], parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        self.init(minutes: hour * 60 + minute)
    }

    package static func < (left: LocalTime, right: LocalTime) -> Bool { left.minutes < right.minutes }

    /// `HH:MM`.
    package var description: String { "\(pad(minutes / 60)):\(pad(minutes % 60))" }
}
