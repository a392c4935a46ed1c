import FairKitCore
import FairKitRuntime
import FairKitService
import FairKitStore
import Relational
import Support
import Testing

@Suite struct `The time that has surely passed` {
    private let house: TenantHouse
    private let clock = ManualClock()

    init() async throws { house = try await TenantHouse() }

    private var control: Control { house.installation.control }

    /// The passed time as a server knows it at its start.
    private func started() async throws -> PassedTime {
        let passed = PassedTime(of: { [time = house.time] in time.now }, by: clock)
        try await passed.begin(with: control)
        return passed
    }

    private func pass(_ seconds: Int64) {
        house.time.advance(by: .seconds(seconds))
        clock.advance(by: .seconds(seconds))
    }

    @Test func `follows no clock that is set forward, until it is right again or an operator confirms it`()
        async throws
    {
        let passed = try await started()
        let start = house.time.now
        house.time.advance(by: .seconds(267_840))
        pass(10)
        try await passed.look(control)
        #expect(passed.now == start.advanced(by: .seconds(10)))
        #expect(passed.doubt == .seconds(267_840))
        house.time.advance(by: .seconds(-267_840))
        #expect(passed.now == house.time.now && passed.doubt == nil)
        try await passed.look(control)
        house.time.advance(by: .seconds(-7_200))
        try await passed.look(control)
        #expect(passed.now == house.time.now, "it goes back with the clock")
        house.time.advance(by: .seconds(267_840))
        #expect(try await passed.confirm(control) == .seconds(267_840))
        #expect(passed.now == house.time.now && passed.doubt == nil)
    }

    @Test func `is at most a day later at the next start, and keeps its doubt`() async throws {
        try await started().look(control, always: true)
        house.time.advance(by: .seconds(3_600))
        let second = try await started()
        #expect(second.now == house.time.now)
        try await second.look(control, always: true)
        house.time.advance(by: .seconds(3 * 86_400))
        let third = try await started()
        #expect(third.now == house.time.now.advanced(by: .seconds(-2 * 86_400)))
        try await third.look(control, always: true)
        #expect(try await started().doubt == .seconds(2 * 86_400))
        house.time.advance(by: .seconds(-86_400))
        #expect(try await started().ahead == .seconds(86_400), "the clock was set back")
    }

    @Test func `is not confirmed by another server that sees the clock go back in part`() async throws {
        let (one, two) = (try await started(), try await started())
        house.time.advance(by: .seconds(3 * 86_400))
        for server in [one, two] { try await server.look(control) }
        house.time.advance(by: .seconds(-86_400 + 3_600))
        for server in [one, two, one, two] {
            try await server.look(control)
            pass(600)
        }
        #expect(one.doubt != nil && two.doubt != nil)
    }

    @Test func `is known to all servers once it is confirmed at one`() async throws {
        let (one, two) = (try await started(), try await started())
        house.time.advance(by: .seconds(3 * 86_400))
        for server in [one, two] { try await server.look(control) }
        _ = try await one.confirm(control)
        #expect(two.doubt != nil)
        pass(600)
        try await two.look(control)
        #expect(two.doubt == nil)
    }
}

/// An action that can't be undone.
private enum Irrevocable: CaseIterable {
    case erasure, kit, hold, idempotencyKey, invitation, laboratoryKey, greyCopy, sampleReminder, testReminder

    /// The days after which it is done. Of a sample, people are reminded for some days only.
    var days: Int64 { self == .sampleReminder ? 16 : 400 }
}

@Suite struct `What can't be undone` {
    private let house: TestHouse
    private let code = "FU-KIT-2025110701-X"

    init() throws { house = try TestHouse() }

    /// Makes something that is due later.
    /// - Returns: does what is due, and returns whether that was done.
    private func make(_ thing: Irrevocable) async throws -> () async throws -> Bool {
        let (house, now) = (house, house.time.now)
        switch thing {
        case .erasure:
            let (person, actor) = (try await house.person(), try await house.somebody(.administrator).subject.id)
            let erasure = RequestedErasure(
                profile: person, actor: actor, requestedAt: now,
                dueAt: now.advanced(by: RequestedErasure.delay))
            try await house.store.write { (tx) throws(DatabaseError) in try tx.insertRequestedErasure(erasure) }
            return { try await house.tenancy.profiles.carryOutErasures() == 1 }
        case .kit:
            _ = try await house.tenancy.kits.register(
                KitRegistration(photo: nil, barcode: code, profileID: try await house.person()),
                by: house.caller(.administrator))
            return { try await house.tenancy.kits.expire() == 1 }
        case .hold:
            _ = try await house.register(code, for: try await house.person())
            _ = try await house.record("N-1", code, 1500, by: try await house.laboratory())
            return { try await house.tenancy.results.releaseOverdue() == 1 }
        case .idempotencyKey:
            let repetition = Repetition(
                actor: .server, route: .kits, key: try #require(IdempotencyKey("a-key-of-a-request")),
                digest: Array(repeating: 1, count: 32))
            try await house.store.write { (tx) throws(DatabaseError) in
                try tx.remember(repetition, made: [KitID](), at: now)
            }
            return { try await deletes("SELECT 1 FROM idempotency") }
        case .invitation:
            let email = try #require(MailAddress("ada@example.org")?.folded)
            let invitation = Invitation(.invitation, to: email, role: .administrator, at: now)
            try await house.store.write { (tx) throws(DatabaseError) in
                try tx.insertInvitation(invitation, digest: Array(repeating: 1, count: 32))
            }
            return { try await deletes("SELECT 1 FROM invitation") }
        case .laboratoryKey:
            let (_, secret) = try await house.tenancy.keys.create(
                name: "analyser", for: .laboratory("Nairobi Central"), by: .command)
            return { (try? await house.tenancy.callers.authenticate(apiKey: secret.text)) == nil }
        case .greyCopy:
            let kit = try await house.register(code, for: try await house.person()).id
            try await house.store.write { (tx) throws(DatabaseError) in
                try tx.keepPhoto([1], of: kit, until: now.advanced(by: .seconds(30 * 86_400)))
            }
            return { try await deletes("SELECT 1 FROM kit_photo") }
        case .sampleReminder:
            let person = try await atNoon()
            _ = try await house.register(code, for: person)
            return { try await house.tenancy.kits.remind() == 1 }
        case .testReminder:
            let person = try await atNoon()
            _ = try await house.tenancy.profiles.setNextTest(
                of: person, to: .on(house.time.now.date().adding(days: Int(thing.days))),
                by: house.caller(.patient(person)))
            return { try await house.tenancy.profiles.remindOfTests() == 1 }
        }
    }

    /// A person with an account, who may be reminded, since it is noon there.
    private func atNoon() async throws -> ProfileID {
        let person = try await house.person(zone: "UTC")
        _ = try await house.somebody(.patient(person))
        house.time.advance(by: .milliseconds(86_400_000 + 43_200_000 - house.time.now.milliseconds % 86_400_000))
        return person
    }

    private func deletes(_ row: SQL) async throws -> Bool {
        try await DeleteExpired(
            store: house.store, now: house.tenancy.passed, clock: ScriptedClock { _ in throw CancellationError() },
            logger: .quiet
        ).run()
        return try await house.store.read { (tx) throws(DatabaseError) in try !tx.exists(row) }
    }

    @Test(arguments: Irrevocable.allCases)
    fileprivate func `waits while the clock is ahead, and is done when that time has passed`(thing: Irrevocable)
        async throws
    {
        let isDone = try await make(thing)
        house.passed.keep(house.time.now)
        house.time.advance(by: .seconds(thing.days * 86_400))
        #expect(try await !isDone())
        house.passed.keep(nil)
        #expect(try await isDone())
    }

    @Test func `leaves no other key in force, and none that was revoked`() async throws {
        let (_, administrator) = try await house.tenancy.keys.create(name: "me", for: .administrator, by: .command)
        let (key, laboratory) = try await house.tenancy.keys.create(
            name: "analyser", for: .laboratory("Nairobi Central"), by: .command)
        house.passed.keep(house.time.now)
        house.time.advance(by: .seconds(400 * 86_400))
        let callers = house.tenancy.callers
        #expect((try? await callers.authenticate(apiKey: administrator.text)) == nil)
        #expect((try? await callers.authenticate(apiKey: laboratory.text)) != nil)
        _ = try await house.tenancy.keys.revoke(key.id, by: .command)
        #expect((try? await callers.authenticate(apiKey: laboratory.text)) == nil)
    }
}
