import FairKitCore
import FairKitService
import FairKitStore
import Support
import Testing

@Suite struct `The members on call` {
    private func onCall(_ team: String, in house: TestHouse) async throws -> [AccountID] {
        let now = house.time.now
        return try await house.store.read { (tx) throws(DatabaseError) in
            try Teams.onCall(team: team, at: now, zones: TimeZones(), in: tx)
        }
    }

    @Test func `are those of the team's shifts and overrides, and of no other team`() async throws {
        let house = try TestHouse()
        let administrator = house.caller(.administrator)
        let teams = house.tenancy.teams
        let (ada, ben) = (
            try #require(try await house.somebody(.clinician).subject.account),
            try #require(try await house.somebody(.clinician).subject.account)
        )
        #expect(try await onCall("on-call", in: house) == [])
        for name in ["on-call", "backup"] {
            _ = try await teams.create(name, description: nil, timeZone: "Europe/Madrid", by: administrator)
        }
        #expect(try await onCall("on-call", in: house) == [])
        for account in [ada, ben] { _ = try await teams.add(.account(account), to: "on-call", by: .command) }
        #expect(try await Set(onCall("on-call", in: house)) == [ada, ben])
        #expect(try await onCall("backup", in: house) == [])
        let time = try #require(LocalTime("09:00"))
        let set = try await teams.setShifts(of: "on-call", expectedVersions: [3], by: administrator) { today, _ in
            [Shift(of: ada, ShiftTimes(on: [today.weekday], from: time, to: time, validFrom: today))]
        }
        #expect(set.version == 4 && !set.gaps.isEmpty)
        let day = set.shifts[0].times.from
        let zone = try #require(TimeZones().file("Europe/Madrid"))
        let begin = zone.time(of: day, time)
        house.time.advance(by: house.time.now.distance(to: begin))
        #expect(try await onCall("on-call", in: house) == [ada])
        let until = begin.advanced(by: .seconds(3600))
        _ = try await teams.addOverride(
            to: "on-call", of: ben, replacing: nil, from: nil, until: until, note: nil, by: administrator)
        #expect(try await onCall("on-call", in: house) == [ben])
        house.time.advance(by: .seconds(3600))
        #expect(try await onCall("on-call", in: house) == [ada])
        house.time.advance(by: .seconds(86_400))
        #expect(try await onCall("on-call", in: house) == [])
    }

    @Test func `are not shown to patients, and are changed by administrators only`() async throws {
        let house = try TestHouse()
        _ = try await house.tenancy.teams.create(
            "on-call", description: nil, timeZone: "UTC", by: house.caller(.administrator))
        let patient = try await house.person()
        for role in [Role.patient(patient), .consumer, .coordinator] {
            await #expect(throws: Refusal<Never>.self) {
                try await house.tenancy.teams.onCall(of: "on-call", at: nil, until: nil, by: house.caller(role))
            }
        }
        await #expect(throws: Refusal<TeamFailure>.self) {
            try await house.tenancy.teams.remove("on-call", by: house.caller(.clinician))
        }
        #expect(try await house.tenancy.teams.list(by: house.caller(.clinician)).map(\.team.name) == ["on-call"])
    }
}
