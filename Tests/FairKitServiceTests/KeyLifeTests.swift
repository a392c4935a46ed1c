import FairKitCore
import FairKitRuntime
import FairKitService
import FairKitStore
import Relational
import Support
import Testing

@Suite struct `The life of an API key` {
    private let house: TestHouse
    private let administrator: Caller

    init() throws {
        house = try TestHouse()
        administrator = house.caller(.administrator)
    }

    private func isAllowed(_ secret: APIKeySecret) async -> Bool {
        (try? await house.tenancy.callers.authenticate(apiKey: secret.text)) != nil
    }

    private func listed(_ id: KeyID) async throws -> KeyView? {
        try await house.tenancy.keys.list(all: true, before: nil, limit: 50, by: administrator).items.first {
            $0.key.id == id
        }
    }

    @Test func `has its scopes from the start, and lists them`() async throws {
        let scopes: Set<Scope> = [.consumeAlerts, .readAlerts]
        let (key, secret) = try await house.tenancy.keys.create(
            name: "pager", for: .consumer, scopes: scopes, by: .command)
        let subject = try await house.tenancy.callers.authenticate(apiKey: secret.text)
        #expect(subject == Subject(.key(key.id), role: .consumer, scopes: scopes))
        #expect(try await listed(key.id)?.key.scopes == scopes)
    }

    @Test(arguments: [[], [Scope.writeResults], [.readAlerts, .readResults]] as [Set<Scope>])
    func `has at least one scope, and none that its role can't have`(scopes: Set<Scope>) async throws {
        do {
            _ = try await house.tenancy.keys.create(name: "pager", for: .consumer, scopes: scopes, by: .command)
            Issue.record("it was made")
        } catch {
            guard case .invalid(let invalid) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(invalid == .scopes(Role.consumer.scopes))
        }
        #expect(try await house.tenancy.keys.list(all: true, before: nil, limit: 50, by: administrator).items.isEmpty)
    }

    @Test func `expires to the millisecond`() async throws {
        let (key, secret) = try await house.tenancy.keys.create(
            name: "pager", for: .consumer, until: .after(.seconds(90 * 86_400)), by: .command)
        house.time.advance(by: .milliseconds(90 * 86_400_000 - 1))
        #expect(await isAllowed(secret))
        #expect(try await listed(key.id)?.isActive == true)
        house.time.advance(by: .milliseconds(1))
        #expect(await !isAllowed(secret))
        #expect(try await listed(key.id)?.isActive == false)
        await #expect(throws: Refusal<KeyFailure>.self) { try await house.tenancy.keys.revoke(key.id, by: .command) }
        await #expect(throws: Refusal<KeyFailure>.self) {
            try await house.tenancy.keys.rotate(key.id, overlap: .zero, by: .command)
        }
    }

    @Test func `expires later than now, and within ten years`() async throws {
        let now = house.time.now
        let lives: [(Expiry, Bool)] = [
            (.at(now), false), (.at(now.advanced(by: .seconds(-1))), false), (.at(now.advanced(by: .seconds(1))), true),
            (.after(.zero), false), (.after(Expiry.longestLife), true),
            (.after(Expiry.longestLife + .milliseconds(1)), false),
        ]
        for (expiry, isGood) in lives {
            let made = try? await house.tenancy.keys.create(name: "x", for: .consumer, until: expiry, by: .command)
            #expect((made != nil) == isGood, "\(expiry)")
        }
    }

    @Test func `is a year by default, and unlimited for a consumer`() async throws {
        let person = try await house.person()
        let year = house.time.now.advanced(by: .seconds(365 * 86_400))
        let usual: [(KeyPurpose, Timestamp?)] = [
            (.patient(person), year), (.laboratory("Nairobi"), year), (.clinician, year), (.administrator, year),
            (.consumer, nil),
        ]
        for (purpose, end) in usual {
            #expect(
                try await house.tenancy.keys.create(name: "x", for: purpose, by: .command).key.expiresAt == end,
                "\(purpose)")
            #expect(
                try await house.tenancy.keys.create(name: "x", for: purpose, until: .never, by: .command).key.expiresAt
                    == nil)
        }
    }

    @Test func `stays unlimited when it is rotated, if it was or if requested`() async throws {
        for (first, next) in [(Expiry.never, nil), (.after(.seconds(86_400)), Expiry.never)] as [(Expiry, Expiry?)] {
            let (old, _) = try await house.tenancy.keys.create(
                name: "analyser", for: .clinician, until: first, by: .command)
            let rotated = try await house.tenancy.keys.rotate(old.id, overlap: .zero, until: next, by: .command)
            #expect(rotated.key.expiresAt == nil)
        }
    }

    @Test func `is kept by a rotation: scopes and lifetime`() async throws {
        let (old, _) = try await house.tenancy.keys.create(
            name: "pager", for: .consumer, scopes: [.consumeAlerts], until: .after(.seconds(100 * 86_400)), by: .command
        )
        house.time.advance(by: .seconds(60 * 86_400))
        let rotated = try await house.tenancy.keys.rotate(old.id, overlap: .seconds(86_400), by: .command)
        #expect(rotated.key.scopes == [.consumeAlerts])
        #expect(rotated.key.expiresAt == house.time.now.advanced(by: .seconds(100 * 86_400)))
        let given = try await house.tenancy.keys.rotate(
            rotated.key.id, overlap: .zero, until: .after(.seconds(7 * 86_400)), by: .command)
        #expect(given.key.expiresAt == house.time.now.advanced(by: .seconds(7 * 86_400)))
    }

    @Test func `ends with an overlap no later than its own expiry`() async throws {
        let (old, secret) = try await house.tenancy.keys.create(
            name: "pager", for: .consumer, until: .after(.seconds(3600)), by: .command)
        let rotated = try await house.tenancy.keys.rotate(
            old.id, overlap: .seconds(86_400), until: .after(.seconds(7200)), by: .command)
        #expect(rotated.oldEndsAt == house.time.now.advanced(by: .seconds(3600)))
        house.time.advance(by: .seconds(3600))
        #expect(await !isAllowed(secret))
        #expect(await isAllowed(rotated.secret))
    }

    @Test func `ends its alert streams, too`() async throws {
        let (key, _) = try await house.tenancy.keys.create(
            name: "pager", for: .consumer, until: .after(.seconds(60)), by: .command)
        let pager = Caller(subject: Subject(.key(key.id), role: .consumer), route: "test", requestID: "test")
        let alerts = house.tenancy.alerts
        let start = try await alerts.beginFollowing(after: nil, by: pager)
        house.time.advance(by: .seconds(60))
        do {
            _ = try await alerts.follow(after: start, waitingAtMost: .zero, by: pager)
            Issue.record("it goes on")
        } catch {
            guard case .own(.keyEnded) = error else {
                Issue.record("\(error)")
                return
            }
        }
    }
}

@Suite struct `The last use of an API key` {
    private let house: TestHouse

    init() throws { house = try TestHouse() }

    private func stored(_ id: KeyID) async throws -> Timestamp? {
        try await house.store.read { (tx) throws(DatabaseError) in try tx.key(id)?.usedAt }
    }

    private func record(isDiskFull: Bool = false, _ look: @escaping @Sendable (Int) throws -> Void) async throws {
        try await RecordKeyUses(
            uses: house.tenancy.keyUses, isDiskFull: { isDiskFull }, clock: ScriptedClock(look), logger: Lines().logger
        ).run()
    }

    @Test func `is shown at once to the minute, and stored later`() async throws {
        let (key, secret) = try await house.tenancy.keys.create(name: "pager", for: .consumer, by: .command)
        house.time.advance(by: .milliseconds(90_500))
        for _ in 0..<100 { _ = try await house.tenancy.callers.authenticate(apiKey: secret.text) }
        let minute = Timestamp(milliseconds: house.time.now.milliseconds / 60_000 * 60_000)
        let caller = house.caller(.administrator)
        let shown = try await house.tenancy.keys.list(all: false, before: nil, limit: 9, by: caller)
        #expect(shown.items.map(\.usedAt) == [minute])
        #expect(try await stored(key.id) == nil)
        try await record { _ in throw CancellationError() }
        #expect(try await stored(key.id) == minute)
        house.time.advance(by: .seconds(60))
        _ = try await house.tenancy.callers.authenticate(apiKey: secret.text)
        try await record { look in if look == 2 { throw CancellationError() } }
        #expect(try await stored(key.id) == minute.advanced(by: .seconds(60)))
    }

    /// A key's data is cached until any key changes.
    @Test func `ends with the revocation, however often it was used before`() async throws {
        let callers = house.tenancy.callers
        for _ in 1...20 {
            let (key, secret) = try await house.tenancy.keys.create(name: "pager", for: .consumer, by: .command)
            for _ in 1...2 { #expect(try await callers.authenticate(apiKey: secret.text).actor == .key(key.id)) }
            try await house.tenancy.keys.revoke(key.id, by: .command)
            await #expect(throws: AuthenticationFailure.self) { try await callers.authenticate(apiKey: secret.text) }
        }
    }

    @Test func `is not recorded for a refused key`() async throws {
        let (key, secret) = try await house.tenancy.keys.create(name: "pager", for: .consumer, by: .command)
        try await house.tenancy.keys.revoke(key.id, by: .command)
        _ = try? await house.tenancy.callers.authenticate(apiKey: secret.text)
        try await house.tenancy.keyUses.write()
        #expect(try await stored(key.id) == nil)
    }

    @Test func `waits in memory while the disk is full`() async throws {
        let (key, secret) = try await house.tenancy.keys.create(name: "pager", for: .consumer, by: .command)
        _ = try await house.tenancy.callers.authenticate(apiKey: secret.text)
        try await record(isDiskFull: true) { look in if look == 2 { throw CancellationError() } }
        #expect(try await stored(key.id) == nil)
        try await record { _ in throw CancellationError() }
        #expect(try await stored(key.id) != nil)
    }

    @Test func `of many keys is stored`() async throws {
        var keys: [KeyID] = []
        for number in 0..<20 {
            let (key, secret) = try await house.tenancy.keys.create(name: "\(number)", for: .consumer, by: .command)
            _ = try await house.tenancy.callers.authenticate(apiKey: secret.text)
            keys.append(key.id)
        }
        try await house.tenancy.keyUses.write()
        for key in keys { #expect(try await stored(key) != nil) }
    }
}
