package import FairKitCore

extension CalendarDate {
    /// The error message for an invalid date.
    package static let expected = "a date as YYYY-MM-DD"

    /// A date in a body.
    package init(_ text: String, at pointer: String) throws(Invalid) {
        guard let date = CalendarDate(text) else { throw Invalid(pointer, CalendarDate.expected) }
        self = date
    }
}

extension Timestamp {
    /// The error message for an invalid time.
    package static let expected = "a time in UTC such as 2026-11-21T08:00:00Z (RFC 3339)"

    /// A time in a body.
    package init(_ text: String, at pointer: String) throws(Invalid) {
        guard let time = Timestamp(text) else { throw Invalid(pointer, Timestamp.expected) }
        self = time
    }
}
