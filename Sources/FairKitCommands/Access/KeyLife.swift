import ArgumentParser
import FairKitCore

/// When a key ends by itself, as `--expires` says it: a day, at whose end in UTC it does, a time from now on, or never.
package struct KeyLife {
    /// RFC 3339; nil: it was no day.
    package let end: String?
    package let secondsFromNow: Int?
    /// nil: that was not said.
    package let never: Bool?

    /// - Parameter text: nil: as is usual for the role.
    package init(_ text: String?) throws {
        never = text == "never" ? true : nil
        if text == "never" {
            (end, secondsFromNow) = (nil, nil)
        } else if let text, let day = CalendarDate(text) {
            let next = Timestamp(milliseconds: Int64(day.adding(days: 1).daysSince1970) * 86_400_000)
            // So that every list shows the day that was named.
            end = "\(next.advanced(by: .milliseconds(-1)))"
            secondsFromNow = nil
        } else {
            let time = text.flatMap { seconds(in: $0) }
            guard text == nil || time.map({ $0 > 0 }) ?? false else {
                throw ValidationError("--expires is a day such as 2027-01-31, a time such as 90d or 12h, or never.")
            }
            end = nil
            secondsFromNow = time
        }
    }
}
