import FairKitCore
import Testing

@Suite struct `A point in time` {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (1_795_227_584_123, "2026-11-21T02:19:44.123Z"),
            (951_825_599_999, "2000-02-29T11:59:59.999Z"), (86_399_999, "1970-01-01T23:59:59.999Z"),
            (5, "1970-01-01T00:00:00.005Z"),
        ] as [(Int64, String)])
    func `is printed by RFC 3339`(milliseconds: Int64, text: String) {
        #expect(Timestamp(milliseconds: milliseconds).description == text)
    }

    @Test(
        arguments: [
            (Duration.milliseconds(1), 1), (.seconds(8), 8000), (.seconds(-8), -8000), (.microseconds(1999), 1),
            (.seconds(86_400), 86_400_000), (.zero, 0),
        ] as [(Duration, Int64)])
    func `moves by whole milliseconds`(duration: Duration, milliseconds: Int64) {
        #expect(Timestamp(milliseconds: 500).advanced(by: duration).milliseconds == 500 + milliseconds)
    }

    @Test(arguments: [Int64.min, Int64.min + 1, -1, 0, Int64.max - 1, Int64.max])
    func `is used whatever number is stored`(number: Int64) {
        let time = Timestamp(milliseconds: number)
        #expect(time.description.hasSuffix("Z") && time.startOfDay <= time.advanced(by: .milliseconds(86_400_000)))
        #expect(Timestamp(time.description) == time)
        for duration in [Duration.seconds(Int64.min), .seconds(-1), .zero, .seconds(Int64.max)] {
            let other = time.advanced(by: duration)
            #expect((other < time) == (duration < .zero && other != time))
            #expect(time.distance(to: other) == .milliseconds(other.milliseconds - time.milliseconds))
            _ = other.date(offset: -18 * 3600)
            _ = other.date(offset: 18 * 3600)
        }
    }

    @Test(
        arguments: [
            (0, 0, "1970-01-01"), (-1, 0, "1969-12-31"), (75_600_000, 10_800, "1970-01-02"),
            (75_599_999, 10_800, "1970-01-01"),
            (0, -18_000, "1969-12-31"), (18_000_000, -18_000, "1970-01-01"),
        ] as [(Int64, Int, String)])
    func `falls on the local day`(milliseconds: Int64, offset: Int, day: String) {
        #expect(Timestamp(milliseconds: milliseconds).date(offset: offset).description == day)
    }
}
