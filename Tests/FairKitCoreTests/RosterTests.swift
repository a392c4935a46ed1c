import FairKitCore
import Testing

@Suite struct `A roster` {
    static let people = (0..<4).map { AccountID.first(at: Timestamp(milliseconds: Int64($0 + 1) << 20)) }
    private let ada = people[0]
    private let ben = people[1]
    private let cleo = people[2]

    private func roster(
        _ shifts: [Shift], _ overrides: [OnCallOverride] = [], members: [AccountID] = people,
        zone: String = "Europe/Madrid"
    ) throws -> Roster {
        Roster(members: members, shifts: shifts, overrides: overrides, zone: try Zones.zone(zone))
    }

    private static func override(
        _ member: AccountID, replacing: AccountID? = nil, _ from: String, _ until: String
    ) throws -> OnCallOverride {
        OnCallOverride(
            id: .new(at: Example.now), member: member, replaces: replacing, from: try Zones.time(from),
            until: try Zones.time(until), note: nil, madeBy: .machine, madeAt: Example.now)
    }

    private func night(_ member: AccountID, _ days: Set<Weekday> = Set(Weekday.allCases)) throws -> Shift {
        Shift(
            of: member,
            ShiftTimes(
                on: days, from: try Zones.clock("20:00"), to: try Zones.clock("08:00"),
                validFrom: try Zones.date("2026-01-01")))
    }

    @Test func `without shifts has all members on call, and without members no one`() throws {
        #expect(try roster([]).onCall(at: Example.now) == Self.people)
        #expect(try roster([], members: []).onCall(at: Example.now) == [])
        let end = Example.now.advanced(by: .seconds(60))
        #expect(try roster([], members: []).gaps(from: Example.now, until: end) == [Example.now..<end])
    }

    /// Grafana OnCall #3261: shifts moved by an hour when summer time ended.
    @Test(arguments: ["2026-03-28", "2026-03-29", "2026-10-24", "2026-10-25", "2026-07-01", "2026-12-01"])
    func `keeps the local times of shifts when summer time begins and ends`(date: String) throws {
        let date = try Zones.date(date)
        let zone = try Zones.zone("Europe/Madrid")
        let roster = try roster([try night(ada)])
        let start = zone.time(of: date, try Zones.clock("20:00"))
        let end = zone.time(of: date.adding(days: 1), try Zones.clock("08:00"))
        let margin = Duration.seconds(60)
        #expect(roster.onCall(at: start.advanced(by: .zero - margin)) == [])
        #expect(roster.onCall(at: start) == [ada])
        #expect(roster.onCall(at: end.advanced(by: .zero - margin)) == [ada])
        #expect(roster.onCall(at: end) == [])
    }

    @Test func `lasts eleven and thirteen hours in the nights in which clocks change`() throws {
        let periods = try roster([try night(ada)]).periods(
            from: Zones.time("2026-03-27T12:00:00Z"), until: Zones.time("2026-03-31T12:00:00Z")
        ).filter { !$0.members.isEmpty }
        #expect(periods.map { $0.from.distance(to: $0.until) } == [12, 11, 12, 12].map { .seconds($0 * 3600) })
        let autumn = try roster([try night(ada)]).periods(
            from: Zones.time("2026-10-23T12:00:00Z"), until: Zones.time("2026-10-26T12:00:00Z")
        ).filter { !$0.members.isEmpty }
        #expect(autumn.map { $0.from.distance(to: $0.until) } == [12, 13, 12].map { .seconds($0 * 3600) })
    }

    @Test(arguments: Zones.names) func `has no gap between shifts that follow each other`(name: String) throws {
        // The boundaries lie in hours that clocks skip and show twice.
        let boundaries = ["01:30", "02:15", "14:00"]
        let shifts = try boundaries.indices.map { index in
            Shift(
                of: Self.people[index],
                ShiftTimes(
                    on: Set(Weekday.allCases), from: try Zones.clock(boundaries[index]),
                    to: try Zones.clock(boundaries[(index + 1) % 3]), validFrom: try Zones.date("2019-01-01")))
        }
        let gaps = try roster(shifts, zone: name).gaps(
            from: Zones.time("2020-01-01T00:00:00Z"), until: Zones.time("2030-01-01T00:00:00Z"))
        #expect(gaps == [])
    }

    @Test func `has a shift every second week, and one of a whole week`() throws {
        let week = ShiftTimes(
            on: [.wednesday], from: try Zones.clock("09:00"), to: try Zones.clock("09:00"), days: 7,
            validFrom: try Zones.date("2026-01-07"), everyWeeks: 2, anchor: try Zones.date("2026-01-07"))
        let other = ShiftTimes(
            on: [.wednesday], from: try Zones.clock("09:00"), to: try Zones.clock("09:00"), days: 7,
            validFrom: try Zones.date("2026-01-07"), everyWeeks: 2, anchor: try Zones.date("2026-01-14"))
        let roster = try roster([Shift(of: ada, week), Shift(of: ben, other)])
        let periods = roster.periods(
            from: try Zones.time("2026-01-07T08:00:00Z"), until: try Zones.time("2026-02-04T08:00:00Z"))
        #expect(periods.map(\.members) == [[ada], [ben], [ada], [ben]])
        #expect(periods.allSatisfy { $0.from.distance(to: $0.until) == .seconds(7 * 86_400) })
    }

    @Test func `leaves a shift out on its exceptions, and before and after its dates`() throws {
        let times = ShiftTimes(
            on: Set(Weekday.allCases), from: try Zones.clock("08:00"), to: try Zones.clock("16:00"),
            validFrom: try Zones.date("2026-12-23"), until: try Zones.date("2026-12-27"),
            except: [try Zones.date("2026-12-25")])
        let periods = try roster([Shift(of: ada, times)]).periods(
            from: Zones.time("2026-12-01T00:00:00Z"), until: Zones.time("2027-01-01T00:00:00Z"))
        let days = periods.filter { !$0.members.isEmpty }.map { $0.from.date().description }
        #expect(days == ["2026-12-23", "2026-12-24", "2026-12-26", "2026-12-27"])
    }

    @Test func `lets an override replace one member or all, and ends it in time`() throws {
        let shifts = [try night(ada), try night(ben)]
        let one = try Self.override(cleo, replacing: ada, "2026-11-25T22:00:00Z", "2026-11-25T23:00:00Z")
        let all = try Self.override(cleo, "2026-11-26T22:00:00Z", "2026-11-26T23:00:00Z")
        let roster = try roster(shifts, [one, all])
        #expect(try roster.onCall(at: Zones.time("2026-11-25T21:59:59Z")) == [ada, ben])
        #expect(try roster.onCall(at: Zones.time("2026-11-25T22:00:00Z")) == [ben, cleo])
        #expect(try roster.onCall(at: Zones.time("2026-11-25T23:00:00Z")) == [ada, ben])
        #expect(try roster.onCall(at: Zones.time("2026-11-26T22:30:00Z")) == [cleo])
        // It also fills a gap.
        let day = try Self.override(cleo, "2026-11-25T10:00:00Z", "2026-11-25T11:00:00Z")
        #expect(try self.roster(shifts, [day]).onCall(at: Zones.time("2026-11-25T10:30:00Z")) == [cleo])
    }

    @Test func `leaves out a member who can't be on call, and never replaces others by them`() throws {
        let all = try Self.override(cleo, "2026-11-25T22:00:00Z", "2026-11-25T23:00:00Z")
        let time = try Zones.time("2026-11-25T22:30:00Z")
        #expect(try roster([try night(ada)], [all]).onCall(at: time) == [cleo])
        #expect(try roster([try night(ada)], [all], members: [ada, ben]).onCall(at: time) == [ada])
        // The team has shifts, so a member who has none does not step in silently: it is a gap, and shown as one.
        #expect(try roster([try night(ada)], members: [ben]).onCall(at: time) == [])
        #expect(try !roster([try night(ada)], members: [ben]).gaps(from: time, until: all.until).isEmpty)
    }

    @Test func `in an unknown zone has all members on call, rather than no one`() throws {
        let roster = Roster(members: Self.people, shifts: [try night(ada)], overrides: [], zone: nil)
        #expect(roster.onCall(at: Example.now) == Self.people)
        #expect(roster.gaps(from: Example.now, until: Example.now.advanced(by: .seconds(86_400))) == [])
    }

    @Test(arguments: Zones.names, 0..<6) func `answers the same at a time and in its periods`(
        name: String, seed: Int
    ) throws {
        var random = Seeded(UInt64(seed))
        let start = try Zones.time("2026-01-01T00:00:00Z")
        let shifts = try (0..<Int.random(in: 1...6, using: &random)).map { _ in
            let (from, to) = (Int.random(in: 0..<1440, using: &random), Int.random(in: 0..<1440, using: &random))
            let first = start.date().adding(days: Int.random(in: -30...200, using: &random))
            return Shift(
                of: try #require(Self.people.randomElement(using: &random)),
                ShiftTimes(
                    on: Set(Weekday.allCases.filter { _ in Bool.random(using: &random) } + [.sunday]),
                    from: try #require(LocalTime(minutesSinceMidnight: from)),
                    to: try #require(LocalTime(minutesSinceMidnight: to)), days: Int.random(in: 1...3, using: &random),
                    validFrom: first,
                    until: Bool.random(using: &random) ? first.adding(days: 100) : nil,
                    everyWeeks: Int.random(in: 1...3, using: &random)))
        }
        let overrides = try (0..<20).map { _ in
            let from = start.advanced(by: .seconds(Int.random(in: 0..<31_536_000, using: &random)))
            return OnCallOverride(
                id: .new(at: start), member: try #require(Self.people.randomElement(using: &random)),
                replaces: Bool.random(using: &random) ? Self.people.randomElement(using: &random) : nil, from: from,
                until: from.advanced(by: .seconds(Int.random(in: 60..<200_000, using: &random))), note: nil,
                madeBy: .machine, madeAt: start)
        }
        let roster = try roster(shifts, overrides, members: Array(Self.people.prefix(3)), zone: name)
        let end = start.advanced(by: .seconds(365 * 86_400))
        let periods = roster.periods(from: start, until: end)
        #expect(periods.first?.from == start && periods.last?.until == end)
        for (period, next) in zip(periods, periods.dropFirst()) {
            #expect(period.until == next.from && period.members != next.members && period.from < period.until)
        }
        for period in periods {
            let middle = Timestamp(milliseconds: (period.from.milliseconds + period.until.milliseconds) / 2)
            for time in [period.from, middle, Timestamp(milliseconds: period.until.milliseconds - 1)] {
                #expect(roster.onCall(at: time) == period.members, "\(time)")
            }
        }
    }

    @Test func `lets a member hand over their own shift, so that as many people are on call as before`() throws {
        let (start, end) = (try Zones.time("2026-12-01T19:00:00Z"), try Zones.time("2026-12-02T07:00:00Z"))
        let (night, hour) = (start..<end, Duration.seconds(3600))
        let plain = try roster([try self.night(ada)])
        #expect(plain.fault(handing: night, of: ada, to: ben) == nil)
        let handed = try roster(
            [try self.night(ada)],
            [try Self.override(ben, replacing: ada, "2026-12-01T19:00:00Z", "2026-12-02T07:00:00Z")])
        #expect(handed.periods(from: start, until: end).map(\.members) == [[ben]])
        #expect(handed.fault(handing: night, of: ada, to: cleo) == .notOwn, "it is no longer theirs")
        #expect(handed.fault(handing: night, of: ben, to: cleo) == .notOwn, "they took it over")
        #expect(handed.isShift(of: ada, night, without: handed.overrides[0].id), "they can take it back")
        for person in [ada, ben] { #expect(handed.shifts(of: person, from: start, until: end).isEmpty) }
        let twice = try roster(
            [try self.night(ada)],
            [try Self.override(ada, replacing: ben, "2026-12-01T21:00:00Z", "2026-12-01T23:00:00Z")])
        #expect(
            twice.shifts(of: ada, from: start.advanced(by: .zero - hour), until: end.advanced(by: hour)).map(\.from)
                == [start],
            "it stays theirs, though they also took a part of it over")
        #expect(plain.fault(handing: start.advanced(by: .zero - hour)..<end, of: ada, to: ben) == .notOwn)
        #expect(plain.fault(handing: start..<end.advanced(by: hour), of: ada, to: ben) == .notOwn)
        #expect(plain.fault(handing: night, of: ben, to: cleo) == .notOwn)
        let both = try roster([try self.night(ada), try self.night(ben)])
        #expect(both.fault(handing: night, of: ada, to: ben) == .colleagueOnCall)
        #expect(both.fault(handing: night, of: ada, to: cleo) == nil)
        let few = try roster([try self.night(ada)], members: [ada, cleo])
        #expect(few.fault(handing: night, of: ada, to: ben) == .colleagueAway)
        #expect(try roster([]).fault(handing: night, of: ada, to: ben) == .colleagueOnCall, "without shifts all are")
    }
}
