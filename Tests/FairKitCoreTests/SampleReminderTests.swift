import FairKitCore
import Testing

@Suite struct `A reminder to send a sample` {
    private static let sendBy = CalendarDate(daysSince1970: 20_000)

    private func kit(_ status: KitStatus = .registered) throws -> Kit {
        Kit(
            id: .new(at: Timestamp(milliseconds: 0)), code: try #require(KitCode(number: 7)), status: status,
            profileID: .new(at: Timestamp(milliseconds: 0)), registeredAt: Timestamp(milliseconds: 0),
            sendBy: Self.sendBy, readFrom: .typed, needsReview: false)
    }

    private func clock(_ day: Int, hour: Int = 12, minute: Int = 0) -> LocalDateTime {
        let start = Int64(Self.sendBy.daysSince1970 + day) * 86_400_000
        return LocalDateTime(Timestamp(milliseconds: start + Int64(hour * 60 + minute) * 60_000), offset: 0)
    }

    @Test func `comes once before the last day, and fourteen times after it`() throws {
        var (told, earlier): ([Int: SampleReminder], SampleReminders?) = ([:], nil)
        for day in -7...40 {
            guard let reminder = try kit().reminder(at: clock(day), after: earlier) else { continue }
            told[day] = reminder
            earlier = earlier.adding(reminder, on: clock(day).date)
            #expect(try kit().reminder(at: clock(day, hour: 20), after: earlier) == nil, "day \(day)")
        }
        var expected: [Int: SampleReminder] = [-3: .dueSoon(daysLeft: 3)]
        for day in 1...14 { expected[day] = .overdue(days: day) }
        #expect(told == expected)
        #expect(earlier?.sent == 15)
        #expect(earlier?.overdue == 14)
    }

    @Test(arguments: [(8, 59, false), (9, 0, true), (20, 59, true), (21, 0, false), (0, 0, false)])
    func `comes in daytime only`(hour: Int, minute: Int, comes: Bool) throws {
        #expect((try kit().reminder(at: clock(1, hour: hour, minute: minute), after: nil) != nil) == comes)
    }

    @Test func `is told once after days without a server`() throws {
        let earlier = SampleReminders(sent: 2, overdue: 1, lastOn: clock(1).date)
        #expect(try kit().reminder(at: clock(9), after: earlier) == .overdue(days: 9))
        #expect(try kit().reminder(at: clock(0), after: nil) == .dueSoon(daysLeft: 0))
    }

    @Test func `does not come again if the clock is set back`() throws {
        let earlier = SampleReminders(sent: 3, overdue: 2, lastOn: clock(5).date)
        for day in -7...5 { #expect(try kit().reminder(at: clock(day), after: earlier) == nil, "day \(day)") }
    }

    @Test(arguments: KitStatus.allCases.filter { $0 != .registered })
    func `does not come for a kit that waits for no sample`(status: KitStatus) throws {
        #expect(try kit(status).reminder(at: clock(1), after: nil) == nil)
    }
}
