import FairKitCore
import FairKitService
import FairKitStore
import Support
import Testing

@Suite struct `A calendar's link` {
    private let origin = Origin(address: "192.0.2.7", client: nil, requestID: "test")

    private func secret(in url: String) throws -> CalendarSecret {
        let name = try #require(url.split(separator: "/").last?.split(separator: "?").first)
        return try #require(CalendarSecret(String(name.dropLast(4))))
    }

    @Test func `of a team ends with who opened it`() async throws {
        let house = try TestHouse()
        _ = try await house.tenancy.teams.create(
            "night", description: nil, timeZone: "UTC", by: house.caller(.administrator))
        let opener = try await house.somebody(.administrator)
        let account = try #require(opener.subject.account)
        let secret = try secret(in: try await house.tenancy.teams.openCalendar(of: "night", by: opener))
        _ = try await house.tenancy.calendars.show(secret, from: origin)
        try await house.store.write { (tx) throws(DatabaseError) in
            try tx.setAccountState(Account.State.suspended, of: account)
        }
        await #expect(throws: CalendarFailure.self) {
            try await house.tenancy.calendars.show(secret, from: origin)
        }
    }

    @Test(arguments: [true, false])
    func `of a team ends with the sign-out or the deletion of who opened it, and they are told of it`(
        isDeleted: Bool
    ) async throws {
        let house = try TestHouse()
        _ = try await house.tenancy.teams.create(
            "night", description: nil, timeZone: "UTC", by: house.caller(.administrator))
        let opener = try await house.somebody(.administrator)
        let account = try #require(opener.subject.account)
        let secret = try secret(in: try await house.tenancy.teams.openCalendar(of: "night", by: opener))
        #expect(try await house.kinds(toldTo: opener) == [.calendarOpened])
        try await house.store.write { (tx) throws(DatabaseError) in
            if isDeleted {
                try tx.deleteAccount(account, by: .machine, at: house.time.now)
            } else {
                try tx.endSessions(of: account, .ended, at: house.time.now)
            }
        }
        await #expect(throws: CalendarFailure.self) {
            try await house.tenancy.calendars.show(secret, from: origin)
        }
    }

    @Test func `that is read too often writes nothing`() async throws {
        let house = try TestHouse()
        let person = try await house.somebody(.patient(try await house.person()))
        let secret = try secret(in: try await house.tenancy.ownAccount.openCalendar(by: person))
        let commits = house.store.commits.count
        await #expect(throws: CalendarFailure.self) {
            try await house.tenancy.calendars.show(secret, from: origin) { false }
        }
        #expect(house.store.commits.count == commits)
    }

    @Test func `of a person ends with all sessions`() async throws {
        let house = try TestHouse()
        let person = try await house.somebody(.patient(try await house.person()))
        let account = try #require(person.subject.account)
        let secret = try secret(in: try await house.tenancy.ownAccount.openCalendar(by: person))
        _ = try await house.tenancy.calendars.show(secret, from: origin)
        try await house.store.write { (tx) throws(DatabaseError) in
            _ = try tx.endSessions(of: account, .password, at: house.time.now)
        }
        await #expect(throws: CalendarFailure.self) {
            try await house.tenancy.calendars.show(secret, from: origin)
        }
    }
}

@Suite struct `The calendars that were worked out` {
    @Test func `are kept by link and version, and not without an end`() {
        let kept = WorkedOutCalendars()
        func file(_ name: Int) -> CalendarFile { CalendarFile(name: "\(name)", events: []) }
        for link: UInt8 in 0..<16 { kept.keep(file(Int(link)), [link], 1) }
        for link: UInt8 in 0..<16 { #expect(kept.file([link], 1) == file(Int(link))) }
        #expect(kept.file([3], 2) == nil && kept.file([16], 1) == nil)
        kept.keep(file(99), [3], 2)
        #expect(kept.file([3], 1) == nil && kept.file([3], 2) == file(99) && kept.file([4], 1) == file(4))
        // One more than are kept: the others are worked out again.
        kept.keep(file(16), [16], 1)
        #expect(kept.file([16], 1) == file(16) && kept.file([4], 1) == nil)
    }
}
