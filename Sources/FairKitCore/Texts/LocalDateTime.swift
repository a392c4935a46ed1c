/// A point in time as a clock on the reader's wall shows it.
package struct LocalDateTime: Equatable, Sendable {
    package let date: CalendarDate
    /// Minutes since midnight, 0 to 1439.
    package let minute: Int

    /// - Parameter offset: of the reader's time zone at this time, in seconds east of UTC.
    package init(_ time: Timestamp, offset: Int) {
        date = time.date(offset: offset)
        let day = Int64(date.daysSince1970) * 86_400_000
        minute = Int((time.milliseconds + Int64(offset) * 1000 - day) / 60_000)
    }

    /// - Parameter zone: the reader's.
    package init(_ time: Timestamp, in zone: TimeZoneFile) {
        self.init(time, offset: zone.offset(at: time))
    }
}

/// `2026-04-02T14:05`.
extension LocalDateTime: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard text.utf8.count == 16, let time = Timestamp("\(text):00Z") else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a local time: YYYY-MM-DDThh:mm")
        }
        self.init(time, offset: 0)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("\(date)T\(pad(minute / 60)):\(pad(minute % 60))")
    }
}

/// `2026-04-02`.
extension CalendarDate: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let date = CalendarDate(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a date: YYYY-MM-DD")
        }
        self = date
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("\(self)")
    }
}
