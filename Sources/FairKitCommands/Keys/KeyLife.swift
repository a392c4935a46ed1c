import ArgumentParser
import FairKitCore

/// The expiry of a key, as `--expires` gives it: a day, at whose end in UTC the key expires, a time from now on, or never.
package struct KeyLife {
    /// In RFC 3339; nil: no day was given.
    package let end: String?
    package let secondsFromNow: Int?
    /// nil: not given.
    package let never: Bool?

    /// - Parameter text: nil: the default of the role.
    package init(_ text: String?) throws {
        never = text == "never" ? true : nil
        if text == "never" {
            (end, secondsFromNow) = (nil, nil)
        } else if let text, let day = CalendarDate(text) {
            let next = Timestamp(milliseconds: Int64(day.adding(days: 1).daysSince1970) * 86_400_000)
            // So every list shows the day that was given.
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

/// `90s`, `30m`, `24h`, `7d` in seconds; nil for anything else.
package func seconds(in text: String) -> Int? {
    let units = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    guard let unit = text.last.flatMap({ units[String($0)] }), let count = Int(text.dropLast()), count >= 0 else {
        return nil
    }
    let (seconds, overflow) = count.multipliedReportingOverflow(by: unit)
    return overflow ? nil : seconds
}
