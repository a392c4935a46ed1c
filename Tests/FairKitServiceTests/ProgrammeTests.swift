import FairKitCore
import FairKitService
import FairKitStore
import Relational
import Support
import Synchronization
import Testing

@Suite struct `A programme` {
    private let house: TestHouse
    private let administrator: Caller

    init() throws {
        house = try TestHouse()
        administrator = house.caller(.administrator)
    }

    private func create(_ name: String = "Breathing") async throws -> Programme {
        try await house.tenancy.programmes.create(
            ProgrammeDraft(name: name, partner: "Lung Fund", startsOn: house.time.now.date()), by: administrator
        ).programme
    }

    /// A day later; sooner events are of a day that has ended.
    private func nextDay() { house.time.advance(by: .seconds(86_400)) }

    @Test func `is joined by its code, which is a consent, and left by the end of it`() async throws {
        let programme = try await create()
        let person = try await house.person(consents: Consents(clinicians: true))
        let patient = try await house.somebody(.patient(person))
        let programmes = house.tenancy.programmes
        let typed = "\(programme.joinCode.prefix(4).lowercased())-\(programme.joinCode.suffix(4)) "
        #expect(try await programmes.offer(for: person, code: typed, by: patient).partner == "Lung Fund")
        #expect(try await programmes.membership(of: person, by: patient) == nil)
        _ = try await programmes.join(person, code: typed, notice: nil, by: patient)
        #expect(try await consents(of: person).partners)
        #expect(try await programmes.membership(of: person, by: patient)?.name == "Breathing")
        await #expect(throws: Refusal<JoinFailure>.self) {
            try await programmes.join(person, code: typed, notice: nil, by: patient)
        }
        _ = try await house.tenancy.profiles.change(person, expectedVersions: nil, by: patient) { profile, _ in
            var details = profile.details
            details.consents.partners = false
            return details
        }
        #expect(try await programmes.membership(of: person, by: patient) == nil)
        let entries = try await house.audit(of: person).map(\.action)
        #expect(entries.suffix(3) == [.profileChanged, .programmeLeft, .profileRead])
        // Nor by someone else, nor by a code that is wrong.
        let other = try await house.somebody(.patient(try await house.person()))
        await #expect(throws: Refusal<JoinFailure>.self) {
            try await programmes.join(person, code: typed, notice: nil, by: other)
        }
        await #expect(throws: Refusal<JoinFailure>.self) {
            try await programmes.offer(for: person, code: "22222222", by: patient)
        }
    }

    @Test func `shows its figures to its own coordinators, and the clinic's to administrators alone`() async throws {
        let (own, foreign) = (try await create(), try await create("Another"))
        let coordinator = try await house.somebody(.coordinator)
        let programmes = house.tenancy.programmes
        let account = try #require(coordinator.subject.account)
        _ = try await programmes.setCoordinators(of: own.id, to: [account], expectedVersions: nil, by: administrator)
        #expect(try await programmes.list(by: coordinator).map(\.programme.id) == [own.id])
        #expect(try await programmes.list(by: administrator).count == 2)
        _ = try await programmes.figures(of: own.id, in: .last(7), by: coordinator)
        for id in [foreign.id, nil] {
            await #expect(throws: Refusal<Never>.self) {
                try await programmes.figures(of: id, in: .last(7), by: coordinator)
            }
        }
        _ = try await programmes.figures(of: nil, in: .last(7), by: administrator)
        for caller in [house.caller(.clinician), house.caller(.consumer)] {
            await #expect(throws: Refusal<Never>.self) { try await programmes.list(by: caller) }
        }
        await #expect(throws: Refusal<ProgrammeFailure>.self) {
            try await programmes.setTargets(of: own.id, to: [:], expectedVersions: nil, by: coordinator)
        }
    }

    @Test func `counts people once, and keeps what it counted when they leave`() async throws {
        let programme = try await create()
        let people = try await joined(programme, 24)
        let quarter = CalendarQuarter(of: house.time.now.date())
        _ = try await house.tenancy.programmes.setTargets(
            of: programme.id, to: [quarter: 60], expectedVersions: [1], by: administrator)
        try await test(people.prefix(12), level: 300)
        try await test(people.prefix(12), level: 820)
        #expect(try await figures(programme, quarter).people[.enrolled] == .suppressed)
        nextDay()
        let counted = try await figures(programme, quarter)
        #expect(counted.people[.enrolled] == .people(24))
        #expect(counted.people[.registered] == .people(12))
        #expect(counted.people[.completed] == .people(12))
        #expect(counted.target == 60)
        #expect(counted.completedByFlag.values.compactMap(\.count).reduce(0, +) == 12)
        // One of the twelve leaves, and one is erased.
        try await house.tenancy.programmes.leave(people[0], by: administrator)
        try await house.store.write { (tx) throws(DatabaseError) in
            try tx.run("DELETE FROM figure_person WHERE profile_id = \(people[1])")
        }
        nextDay()
        let later = try await figures(programme, quarter)
        #expect(later.people == counted.people && later.completedByFlag == counted.completedByFlag)
        #expect(try await house.tenancy.programmes.show(programme.id, by: administrator).completed == .people(12))
    }

    @Test func `waits while all but a few would be counted, and counts those who are in none`() async throws {
        let programme = try await create()
        let people = try await joined(programme, 20)
        var others: [ProfileID] = []
        for _ in 0..<11 { others.append(try await house.person()) }
        let silent = try await house.person(consents: Consents(clinicians: true))
        let quarter = CalendarQuarter(of: house.time.now.date())
        try await test(people.prefix(15), level: 300)
        try await test(others + [silent], level: 300)
        nextDay()
        #expect(try await figures(programme, quarter).people[.registered] == .suppressed)
        let clinic = try await house.tenancy.programmes.figures(of: nil, in: .quarter(quarter), by: administrator)
        #expect(clinic.people[.registered] == .people(11) && clinic.people[.completed] == .people(11))
        try await test(people.suffix(5), level: 300)
        nextDay()
        #expect(try await figures(programme, quarter).people[.registered] == .people(20))
    }

    @Test func `counts no test from before its people joined`() async throws {
        let programme = try await create()
        var people: [ProfileID] = []
        for _ in 0..<24 { people.append(try await house.person(consents: Consents(clinicians: true))) }
        try await test(people.prefix(12), level: 300)
        nextDay()
        for person in people {
            _ = try await house.tenancy.programmes.join(
                person, code: programme.joinCode, notice: nil, by: administrator)
        }
        let quarter = CalendarQuarter(of: house.time.now.date())
        nextDay()
        let before = try await figures(programme, quarter).people
        #expect(before[.enrolled] == .people(24) && before[.completed] == .suppressed)
        try await test(people.suffix(12), level: 300)
        nextDay()
        #expect(try await figures(programme, quarter).people[.completed] == .people(12))
    }

    @Test func `counts no one after its last day, on which tests still count`() async throws {
        let programme = try await create()
        let people = try await joined(programme, 36)
        let (quarter, last) = (CalendarQuarter(of: house.time.now.date()), house.time.now.date())
        _ = try await house.tenancy.programmes.change(programme.id, expectedVersions: nil, by: administrator) {
            $0.endsOn = last
        }
        try await test(people.prefix(12), level: 300)
        nextDay()
        try await test(people.dropFirst(12).prefix(12), level: 300)
        nextDay()
        let counted = try await figures(programme, quarter).people
        #expect(counted[.registered] == .people(12) && counted[.completed] == .people(12))
        let clinic = try await house.tenancy.programmes.figures(of: nil, in: .quarter(quarter), by: administrator)
        #expect(clinic.people[.registered] == .people(24) && clinic.people[.completed] == .people(24))
    }

    @Test func `is not printed in the name of another clinic while the store can't be read`() async throws {
        let programme = try await create()
        let read = try await figures(programme, CalendarQuarter(of: house.time.now.date()))
        house.store.close()
        await #expect {
            try await house.tenancy.programmes.print(read, in: .english, by: administrator)
        } throws: { error in
            if case Refusal<DrawFailure>.store(_) = error { true } else { false }
        }
    }

    @Test func `tells its coordinators once when the target is met`() async throws {
        let programme = try await create()
        let coordinator = try #require(try await house.somebody(.coordinator).subject.account)
        let programmes = house.tenancy.programmes
        _ = try await programmes.setCoordinators(
            of: programme.id, to: [coordinator], expectedVersions: nil, by: administrator)
        let quarter = CalendarQuarter(of: house.time.now.date())
        _ = try await programmes.setTargets(
            of: programme.id, to: [quarter: 11], expectedVersions: nil, by: administrator)
        let people = try await joined(programme, 22)
        for half in [people.prefix(11), people.suffix(11)] {
            try await test(half, level: 300)
            nextDay()
            _ = try await programmes.count()
        }
        let told = try await house.store.read { (tx) throws(DatabaseError) in
            try tx.number(
                "SELECT COUNT(*) FROM notice WHERE account_id = \(coordinator) AND kind = \(NoticeKind.targetMet)")
        }
        #expect(told == 1)
    }

    @Test func `counts who signs in, and who still does after a month`() async throws {
        let programme = try await create()
        let people = try await joined(programme, 12)
        var accounts: [AccountID] = []
        for person in people {
            accounts.append(try #require(try await house.somebody(.patient(person)).subject.account))
        }
        nextDay()
        _ = try await house.tenancy.programmes.count()
        house.time.advance(by: .seconds(31 * 86_400))
        let now = house.time.now
        try await house.store.write { [accounts] (tx) throws(DatabaseError) in
            for account in accounts {
                try tx.insertSession(
                    Session(
                        id: .new(at: now), account: account, startedAt: now, usedAt: now,
                        expiresAt: now.advanced(by: .seconds(3600)), address: nil, client: nil, endedAt: nil))
            }
        }
        nextDay()
        let figures = try await figures(programme, CalendarQuarter(of: now.date()))
        #expect(figures.people[.active] == .people(12))
        #expect(figures.people[.retained30] == .people(12))
        #expect(figures.people[.retained90] == .suppressed)
    }

    /// The attack on the core's made-up town, on what the store counted.
    @Test func `reveals no group of one to nine people by any pair of periods, programmes and measures`() async throws {
        let programmes = [try await create(), try await create("Another")]
        var steps = Steps(state: 7)
        var people: [ProfileID] = []
        for programme in programmes { people += try await joined(programme, programme == programmes[0] ? 34 : 22) }
        for _ in 0..<14 { people.append(try await house.person()) }
        for _ in 0..<14 {
            nextDay()
            try await test(people.filter { _ in Int.random(in: 0..<6, using: &steps) == 0 }, level: 300)
            let leaving = people.remove(at: Int.random(in: 0..<people.count, using: &steps))
            try? await house.tenancy.programmes.leave(leaving, by: administrator)
            _ = try await house.tenancy.programmes.count()
        }
        let blocks = try await house.store.read { (tx) throws(DatabaseError) in
            try tx.all(
                """
                SELECT f.day, f.programme_id, f.measure, f.class, f.people, p.profile_id FROM figure f
                JOIN figure_person p ON p.figure = f.number OR p.class_figure = f.number
                """
            ) { row throws(DatabaseError) in
                Counted(
                    day: try row.value(0), programme: try row.value(1), measure: try row.value(2),
                    flag: try row.value(3), person: try row.value(5))
            }
        }
        let days = Set(blocks.map(\.day)).sorted()
        #expect(days.count > 3)
        var groups: [(people: Int, who: Set<ProfileID>)] = []
        for (place, from) in days.enumerated() {
            for through in days[place...] {
                for scope in [programmes[0].id, programmes[1].id, nil] {
                    let figures = try await house.tenancy.programmes.figures(
                        of: scope, in: .days(from, through), by: administrator)
                    let own = blocks.filter {
                        from <= $0.day && $0.day <= through && (scope == nil || $0.programme == scope)
                    }
                    for (measure, figure) in figures.people {
                        let who = own.filter { $0.measure == measure && $0.flag == nil }.map(\.person)
                        #expect((figure.count ?? 0) == who.count)
                        if Set(who).count == who.count { groups.append((who.count, Set(who))) }
                    }
                    for (flag, figure) in figures.completedByFlag {
                        let who = own.filter { $0.measure == .completed && $0.flag == flag }.map(\.person)
                        #expect((figure.count ?? 0) == who.count)
                        if Set(who).count == who.count { groups.append((who.count, Set(who))) }
                    }
                }
            }
        }
        for one in groups {
            #expect(one.people == 0 || one.people >= Figure.least)
            for other in groups where (1..<Figure.least).contains(other.people - one.people) && one.people > 0 {
                #expect(!one.who.isSubset(of: other.who))
            }
        }
    }

    private struct Counted {
        let day: CalendarDate
        let programme: ProgrammeID
        let measure: FigureMeasure
        let flag: AbnormalFlag?
        let person: ProfileID
    }

    private func joined(_ programme: Programme, _ count: Int) async throws -> [ProfileID] {
        var people: [ProfileID] = []
        for _ in 0..<count {
            let person = try await house.person(consents: Consents(clinicians: true))
            _ = try await house.tenancy.programmes.join(
                person, code: programme.joinCode, notice: nil, by: administrator)
            people.append(person)
        }
        return people
    }

    private static let kits = Atomic<Int64>(0)

    /// Registers a kit for each, with a result.
    private func test(_ people: some Sequence<ProfileID>, level: Int64) async throws {
        let laboratory = try await house.laboratory()
        for person in people {
            let number = Self.kits.add(1, ordering: .relaxed).newValue
            let code = "\(try #require(KitCode(number: number)))"
            _ = try await house.register(code, for: person)
            _ = try await house.record("N-\(number)", code, level, by: laboratory)
        }
    }

    private func figures(_ programme: Programme, _ quarter: CalendarQuarter) async throws -> ProgrammeFigures {
        try await house.tenancy.programmes.figures(of: programme.id, in: .quarter(quarter), by: administrator)
    }

    private func consents(of person: ProfileID) async throws -> Consents {
        try await house.tenancy.profiles.consents(of: person, in: .english, by: administrator).consents
    }
}
