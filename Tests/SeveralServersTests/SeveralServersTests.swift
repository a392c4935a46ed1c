import Coordination
import FairKitCore
import FairKitRuntime
import FairKitService
import FairKitStore
import KeyRing
import Relational
import Support
import Synchronization
import Testing

/// Tells tasks that something was answered.
private final class Flag: Sendable {
    private let value = Atomic(false)

    var isGiven: Bool { value.load(ordering: .acquiring) }

    func give() { value.store(true, ordering: .releasing) }
}

/// Two servers of one database.
@Suite struct `Several servers` {
    let house: SharedHouse
    let one: SharedServer
    let two: SharedServer

    init() async throws {
        house = try SharedHouse()
        one = try await house.server("one")
        two = try await house.server("two")
    }

    private func isAllowed(_ secret: APIKeySecret, at server: SharedServer) async throws -> Bool {
        do {
            _ = try await server.tenants.use(.standard).tenancy.callers.authenticate(apiKey: secret.text)
            return true
        } catch AuthenticationFailure.unknown {
            return false
        }
    }

    @Test func `refuse a key once its revocation was answered by any of them`() async throws {
        for (here, there) in [(one, two), (two, one)] {
            let tenancy = try await here.tenants.use(.standard).tenancy
            let (key, secret) = try await tenancy.keys.create(name: "a", for: .consumer, by: .command)
            // Both know it by now, and would accept it without asking.
            for _ in 0..<2 { for server in [here, there] { #expect(try await isAllowed(secret, at: server)) } }
            try await tenancy.keys.revoke(key.id, by: .command)
            #expect(try await !isAllowed(secret, at: there))
            #expect(try await !isAllowed(secret, at: here))
        }
    }

    @Test func `refuse a revoked key though their own time is behind that of the other one`() async throws {
        let (key, secret) = try await one.tenants.use(.standard).tenancy.keys.create(
            name: "a", for: .consumer, by: .command)
        let late = try await house.server("late", lag: .seconds(60))
        _ = try await late.tenants.use(.standard)
        try await one.tenants.use(.standard).tenancy.keys.revoke(key.id, by: .command)
        #expect(try await !isAllowed(secret, at: late))
    }

    @Test func `refuse a key that is revoked under load`() async throws {
        let tenancy = try await one.tenants.use(.standard).tenancy
        for _ in 0..<5 {
            let (key, secret) = try await tenancy.keys.create(name: "a", for: .consumer, by: .command)
            let answer = Flag()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        while true {
                            let before = answer.isGiven
                            let isAllowed = try await isAllowed(secret, at: two)
                            if before {
                                #expect(!isAllowed)
                                return
                            }
                        }
                    }
                }
                try await tenancy.keys.revoke(key.id, by: .command)
                answer.give()
                try await group.waitForAll()
            }
        }
    }

    @Test func `accept a key that another one made, at once`() async throws {
        let kisumu = try #require(TenantName("kisumu"))
        _ = try await one.tenants.create(kisumu, by: .command)
        try await two.together.follow()
        _ = try await two.tenants.use(kisumu)
        let (_, secret) = try await one.tenants.use(kisumu).tenancy.keys.create(
            name: "a", for: .consumer, by: .command)
        let summary = try #require(await two.tenants.summary(of: kisumu)).summary
        #expect(try summary.mayHave(secret))
        _ = try await two.tenants.use(kisumu).tenancy.callers.authenticate(apiKey: secret.text)
    }

    @Test func `take a ticket that another one issued, once`() async throws {
        let (here, there) = (
            try await one.tenants.use(.standard).tenancy, try await two.tenants.use(.standard).tenancy
        )
        let now = SharedHouse.now()
        let account = Account(
            id: .new(at: now), email: try #require(MailAddress("ada@example.org")), role: .clinician, createdAt: now,
            passwordAt: now)
        let session = try await here.session(of: account, at: now)
        let caller = Caller(
            subject: Subject(.account(account.id, session), role: .clinician), route: "test", requestID: "test",
            address: "192.0.2.7")
        let (ticket, _) = try await here.ownAccount.issueTicket(by: caller)
        #expect(try await there.callers.authenticate(ticket: ticket.text).subject == caller.subject)
        for tenancy in [here, there] {
            await #expect(throws: AuthenticationFailure.self) {
                try await tenancy.callers.authenticate(ticket: ticket.text)
            }
        }
        // Of two that are asked at the same moment, one takes it.
        for _ in 0..<10 {
            let (ticket, _) = try await there.ownAccount.issueTicket(by: caller)
            async let first = try? await here.callers.authenticate(ticket: ticket.text)
            async let second = try? await there.callers.authenticate(ticket: ticket.text)
            let taken = await [first, second].compactMap(\.self)
            #expect(taken.count == 1)
        }
        for _ in 0..<25 { _ = try await there.ownAccount.issueTicket(by: caller) }
        let kept = try await there.store.read { (tx) throws(DatabaseError) in
            try tx.number("SELECT COUNT(*) FROM stream_ticket")
        }
        #expect(kept == StreamTicket.mostOfSession)
    }

    @Test func `know which tenants another one made, renamed and suspended`() async throws {
        let (kisumu, nyeri) = (try #require(TenantName("kisumu")), try #require(TenantName("nyeri")))
        _ = try await two.tenants.use(.standard)
        _ = try await one.tenants.create(kisumu, by: .command)
        await #expect(throws: TenantFailure.self) { try await two.tenants.use(kisumu) }
        try await two.together.follow()
        _ = try await two.tenants.use(kisumu)
        _ = try await one.tenants.rename(kisumu, to: nyeri, by: .command)
        try await two.together.follow()
        await #expect(throws: TenantFailure.self) { try await two.tenants.use(kisumu) }
        #expect(try await two.tenants.use(nyeri).tenancy.name == nyeri)
        _ = try await one.tenants.set(nyeri, suspended: true, by: .command)
        try await two.together.follow()
        await #expect(throws: TenantFailure.self) { try await two.tenants.use(nyeri) }
        #expect(await two.tenants.openStores.map(\.tenant.name) == [.standard])
        _ = try await two.tenants.set(nyeri, suspended: false, by: .command)
        try await one.together.follow()
        _ = try await one.tenants.use(nyeri)
    }

    @Test func `refuse tokens of a signing key that another one revoked`() async throws {
        let rotations = [one, two].map { server in
            RotateSigningKey(
                control: server.installation.control, keys: server.keys, now: SharedHouse.now, logger: .quiet)
        }
        _ = try await rotations[0](by: .command)
        try await two.together.follow()
        let old = two.keys.all.map(\.id)
        #expect(old.count == 1 && old == one.keys.all.map(\.id))
        _ = try await rotations[1](by: .command)
        try await one.together.follow()
        #expect(one.keys.all.map(\.id) == two.keys.all.map(\.id))
        #expect(!one.keys.all.map(\.id).contains(old[0]))
    }

    @Test(.timeLimit(.minutes(10))) func `wake claims that wait for what another one committed`() async throws {
        let (here, there) = (
            try await one.tenants.use(.standard).tenancy, try await two.tenants.use(.standard).tenancy
        )
        await two.tenants.followCommits()
        let request = try ClaimRequest(group: "default", consumer: nil, limit: 1, leaseSeconds: nil, waitSeconds: 30)
        let pager = Caller(subject: Subject(.machine, role: .consumer), route: "test", requestID: "test")
        async let claimed = there.deliveries.claim(request, by: pager)
        while there.waiters.waiting(in: "default") < 1 { await Task.yield() }
        let seen = there.store.commits.count
        let alert = try await here.raiseAlert()
        #expect(there.waiters.waiting(in: "default") == 1)
        await two.tenants.followCommits()
        while there.waiters.waiting(in: "default") == 1 {
            two.clock.advance(by: .milliseconds(20))
            await Task.yield()
        }
        #expect(try await claimed.map(\.alert.id) == [alert])
        #expect(there.store.commits.count > seen)
    }

    @Test(.timeLimit(.minutes(10))) func `hear of each other's commits without looking`() async throws {
        let (here, there) = (
            try await one.tenants.use(.standard).tenancy, try await two.tenants.use(.standard).tenancy
        )
        // Each learns that there is another one.
        for server in [one, two, one] { try await server.share() }
        let (seen, ours) = (there.store.commits.countOfOthers, here.store.commits.countOfOthers)
        while there.store.commits.countOfOthers == seen {
            _ = try await here.keys.create(name: "a", for: .consumer, by: .command)
        }
        #expect(here.store.commits.countOfOthers == ours, "a server does not hear itself")
    }
}

extension Tenancy {
    /// Stores an account with a session.
    fileprivate func session(of account: Account, at now: Timestamp) async throws -> SessionID {
        let session = Session(
            id: .new(at: now), account: account.id, startedAt: now, usedAt: now,
            expiresAt: now.advanced(by: Session.longest), address: nil, client: nil, endedAt: nil)
        try await store.write { (tx) throws(DatabaseError) in
            try tx.insertAccount(account, password: "-")
            try tx.insertSession(session)
        }
        return session.id
    }

    /// Raises an alert.
    fileprivate func raiseAlert() async throws -> AlertID? {
        let (key, _) = try await keys.create(name: "analyser", for: .laboratory("Kisumu Central"), by: .command)
        let laboratory = Caller(subject: Subject(.key(key.id), role: key.role), route: "test", requestID: "test")
        let findings = Findings(
            testDate: now().date(), level: Level(value: Thousandths(count: 820_000), unit: .milligramsPerDecilitre),
            genotype: nil, method: nil, reportedRange: nil)
        let report = ResultReport(
            reference: "N-1", kitCode: "FU-KIT-2025110701-X", status: .final, findings: findings)
        return try await results.record(report, by: laboratory).result.alertID
    }
}
