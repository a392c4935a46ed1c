import FairKitCore
import Testing

@Suite struct `The next test` {
    private func day(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text)) }

    private func planned(_ plan: NextTest.Plan, at text: String = "2026-01-10T08:00:00Z") throws -> NextTest {
        let time = try #require(Timestamp(text))
        return NextTest(plan, setAt: time, setBy: .new(at: time), isByClinician: false)
    }

    @Test(arguments: [
        ("2026-01-31", 1, "2026-02-28"), ("2028-01-31", 1, "2028-02-29"), ("2026-03-31", 1, "2026-04-30"),
        ("2026-11-15", 3, "2027-02-15"), ("2024-02-29", 12, "2025-02-28"), ("2026-08-31", 6, "2027-02-28"),
        ("2026-12-01", 120, "2036-12-01"),
    ])
    func `is so many months after the last one, at the latest at the end of the month`(
        last: String, months: Int, due: String
    ) throws {
        #expect(try planned(.every(months: months), at: "2020-01-01T00:00:00Z").dueOn(after: day(last)) == day(due))
    }

    @Test func `counts from the day on which the interval was set if there is no test`() throws {
        #expect(try planned(.every(months: 6)).dueOn(after: nil) == day("2026-07-10"))
    }

    @Test func `is not due before the interval was set`() throws {
        #expect(try planned(.every(months: 6)).dueOn(after: day("2020-01-01")) == day("2026-01-10"))
    }

    @Test func `is due on a set day whatever came before`() throws {
        #expect(try planned(.on(day("2026-05-01"))).dueOn(after: day("2026-04-01")) == day("2026-05-01"))
    }

    @Test func `is told fourteen days ahead and on the day`() throws {
        let due = try day("2026-05-20")
        var numbers: [Int: Int] = [:]
        for left in -20...20 {
            let noon = Timestamp(milliseconds: Int64(due.daysSince1970 - left) * 86_400_000 + 43_200_000)
            guard let reminder = NextTestReminder(of: due, at: LocalDateTime(noon, offset: 0)) else { continue }
            #expect(reminder.days == max(left, 0))
            numbers[left] = reminder.number
        }
        #expect(Set(numbers.keys) == Set(-7...14))
        // One number for the time ahead, and one from the day on: each is told once.
        #expect(Set((1...14).map { numbers[$0] }).count == 1)
        #expect(Set((-7...0).map { numbers[$0] }).count == 1)
        #expect(numbers[1] != numbers[0])
    }
}
