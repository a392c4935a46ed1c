import FairKitCore
import FairKitService
import FairKitStore
import Support
import Testing

@Suite struct `Reminders` {
    let house: TestHouse
    let patient: ProfileID
    let account: Caller

    init() async throws {
        house = try TestHouse()
        patient = try await house.person(zone: "Africa/Nairobi")
        account = try await house.somebody(.patient(patient))
    }

    private func registered() async throws -> KitView {
        try await house.register("\(try #require(KitCode(number: 7)))", for: patient)
    }

    /// Sets the clock to an hour in Nairobi.
    private func set(_ day: CalendarDate, hour: Int) {
        let time = Int64(day.daysSince1970) * 86_400_000 + Int64(hour - 3) * 3_600_000
        house.time.advance(by: .milliseconds(time - house.time.now.milliseconds))
    }

    private func told(_ kinds: NoticeKind...) async throws -> [Notice] {
        try await house.told(account).filter { kinds.contains($0.kind) }
    }

    @Test func `of a sample come once a day, where the patient lives`() async throws {
        let kit = try await registered()
        let sendBy = try #require(kit.sendBy)
        for day in -5...20 {
            for hour in [2, 8, 9, 12, 20, 23] {
                set(sendBy.adding(days: day), hour: hour)
                let count = try await house.tenancy.kits.remind()
                #expect(count == (hour == 9 && (day == -3 || (1...14).contains(day)) ? 1 : 0), "day \(day), \(hour):00")
            }
        }
        let told = try await told(.sampleDueSoon, .sampleOverdue)
        #expect(told.map(\.facts.days) == [3] + (1...14))
        #expect(told.map(\.facts.count) == Array(1...15))
        #expect(told[0].facts.date == sendBy)
        #expect(try await house.tenancy.kits.show(kit.id, by: house.caller(.patient(patient))).remindersSent == 15)
    }

    @Test func `of a sample come once after days without a server, and end when it is mailed`() async throws {
        let kit = try await registered()
        let sendBy = try #require(kit.sendBy)
        set(sendBy.adding(days: 6), hour: 10)
        for _ in 0..<3 { _ = try await house.tenancy.kits.remind() }
        #expect(try await told(.sampleDueSoon, .sampleOverdue).map(\.facts.days) == [6])
        // A restart, and a clock that is set back.
        let after = try TestHouse(after: house, clock: StillClock())
        #expect(try await after.tenancy.kits.remind() == 0)
        set(sendBy.adding(days: 2), hour: 10)
        #expect(try await after.tenancy.kits.remind() == 0)
        set(sendBy.adding(days: 7), hour: 10)
        #expect(try await after.tenancy.kits.remind() == 1)
        let administrator = after.caller(.administrator)
        _ = try await after.tenancy.kits.advance(kit.id, to: .mailed, reason: nil, by: administrator)
        set(sendBy.adding(days: 8), hour: 10)
        #expect(try await after.tenancy.kits.remind() == 0)
    }

    @Test func `of a sample are not counted while the patient has no account`() async throws {
        let other = try await house.person()
        let kit = try await house.register("\(try #require(KitCode(number: 8)))", for: other)
        set(try #require(kit.sendBy).adding(days: 1), hour: 15)
        #expect(try await house.tenancy.kits.remind() == 0)
        let account = try await house.somebody(.patient(other))
        #expect(try await house.tenancy.kits.remind() == 1)
        #expect(try await house.kinds(toldTo: account) == [.sampleOverdue])
    }

    @Test func `wake a closed tenant in time`() async throws {
        let kit = try await registered()
        let sendBy = try #require(kit.sendBy)
        for day in [-3, 1, 2, 3] {
            let due = try await house.store.read { (tx) throws(DatabaseError) in try tx.firstExpiry() }
            set(sendBy.adding(days: day), hour: 9)
            #expect(try #require(due) <= house.time.now)
            _ = try await house.tenancy.kits.remind()
        }
    }

    @Test(arguments: [true, false])
    func `of a test wake a closed tenant in time, and not once more`(isInterval: Bool) async throws {
        let day = house.time.now.date().adding(days: 100)
        let plan = isInterval ? NextTest.Plan.every(months: 3) : .on(day)
        let due = try await house.tenancy.profiles.setNextTest(of: patient, to: plan, by: account).dueOn
        let wakes = { @Sendable [house] () async throws in
            try await house.store.read { (tx) throws(DatabaseError) in try tx.firstExpiry() }
        }
        for left in [14, 0] {
            let woken = try #require(try await wakes())
            set(due.adding(days: -left), hour: 9)
            #expect(woken <= house.time.now)
            #expect(try await house.tenancy.profiles.remindOfTests() == 1)
        }
        // The only work left is to forget the notices.
        #expect(try #require(try await wakes()) > house.time.now)
    }

    @Test func `of a test come fourteen days ahead and on the day, and a new result moves it`() async throws {
        let laboratory = try await house.laboratory()
        let kit = try await registered()
        _ = try await house.record("R-1", "\(kit.code)", 150, by: laboratory)
        let first = house.time.now.date()
        let profiles = house.tenancy.profiles
        let set = try await profiles.setNextTest(of: patient, to: .every(months: 6), by: account)
        #expect(set.dueOn == first.adding(months: 6))
        for left in [20, 14, 13, 5] {
            self.set(set.dueOn.adding(days: -left), hour: 10)
            #expect(try await profiles.remindOfTests() == (left == 14 ? 1 : 0), "\(left) days ahead")
        }
        let next = try await house.register("\(try #require(KitCode(number: 8)))", for: patient)
        _ = try await house.record("R-2", "\(next.code)", 150, by: laboratory)
        let moved = try await profiles.nextTest(of: patient, by: account).dueOn
        #expect(moved == house.time.now.date().adding(months: 6))
        self.set(set.dueOn, hour: 10)
        #expect(try await profiles.remindOfTests() == 0)
        self.set(moved, hour: 8)
        #expect(try await profiles.remindOfTests() == 0)
        for hour in [10, 12] {
            self.set(moved, hour: hour)
            #expect(try await profiles.remindOfTests() == (hour == 10 ? 1 : 0))
        }
        #expect(try await told(.nextTestDue).map(\.facts.days) == [14, 0])
    }

    @Test func `of a test are set by the person and by clinicians in care only`() async throws {
        let profiles = house.tenancy.profiles
        let doctor = try await house.somebody(.clinician)
        let stranger = try await house.somebody(.patient(try await house.person()))
        for caller in [doctor, stranger] {
            await #expect(throws: Refusal<Never>.self) {
                try await profiles.setNextTest(of: patient, to: .every(months: 6), by: caller)
            }
        }
        await #expect(throws: Refusal<Never>.self) { try await profiles.nextTest(of: patient, by: account) }
        for months in [0, 121, -1] {
            await #expect(throws: Refusal<Never>.self) {
                try await profiles.setNextTest(of: patient, to: .every(months: months), by: account)
            }
        }
        let past = house.time.now.date().adding(days: -3)
        await #expect(throws: Refusal<Never>.self) {
            try await profiles.setNextTest(of: patient, to: .on(past), by: account)
        }
        let view = try await profiles.setNextTest(of: patient, to: .every(months: 120), by: account)
        #expect(!view.test.isByClinician)
    }
}
