import ArgumentParser
import FairKitCore

/// When a key ends by itself, as `--expires` says it: a day, at whose end in UTC it does, or a time from now on.
package struct KeyLife {
    /// RFC 3339; nil: it was no day.
    package let end: String?
    package let secondsFromNow: Int?

    /// - Parameter text: nil: it goes on.
    package init(_ text: String?) throws {
        if let text, let day = CalendarDate(text) {
            let next = Timestamp(milliseconds: Int64(day.adding(days: 1).daysSince1970) * 86_400_000)
            // So that every list shows the day that was named.
            end = "\(next.advanced(by: .milliseconds(-1)))"
            secondsFromNow = nil
        } else {
            let time = text.flatMap { seconds(in: $0) }
            guard text == nil || time.map({ $0 > 0 }) ?? false else {
                throw ValidationError("--expires is a day such as 2027-01-31, or a time such as 90d or 12h.")
            }
            end = nil
            secondsFromNow = time
        }
    }
}
