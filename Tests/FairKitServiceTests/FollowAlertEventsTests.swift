import FairKitCore
import FairKitService
import FairKitStore
import Support
import Synchronization
import Testing

@Suite struct `A follower of alerts` {
    private let house: TestHouse

    init() throws { house = try TestHouse(clock: InstantClock()) }

    /// A clinician's session whose token expires after a time.
    private func clinician(for lifetime: Duration = .seconds(900)) async throws -> Caller {
        let somebody = try await house.somebody(.clinician)
        guard case .account(let account, _) = somebody.subject.actor else { return somebody }
        let now = house.time.now
        let session = Session(of: account, from: Origin(address: nil, client: nil, requestID: "test"), at: now)
        try await house.store.write { (tx) throws(DatabaseError) in try tx.insertSession(session) }
        return Caller(
            subject: Subject(.account(account, session.id), role: .clinician), route: "test", requestID: "test",
            until: now.advanced(by: lifetime))
    }

    /// Whether the caller may continue; the next event is a heartbeat.
    private func goesOn(_ caller: Caller) async throws -> Bool {
        do {
            guard
                case .quiet = try await house.tenancy.alerts.follow(
                    after: 0, waitingAtMost: .seconds(15), by: caller)
            else { return false }
            return true
        } catch Refusal<FollowFailure>.own(.keyEnded) {
            return false
        }
    }

    @Test func `stops when its token expires`() async throws {
        let caller = try await clinician()
        house.time.advance(by: .milliseconds(899_999))
        #expect(try await goesOn(caller))
        house.time.advance(by: .milliseconds(1))
        #expect(try await !goesOn(caller))
    }

    @Test func `gets no later event`() async throws {
        let caller = try await clinician()
        _ = try await house.record("N-1", "FU-KIT-2025110701-X", 820, by: try await house.laboratory())
        house.time.advance(by: .seconds(900))
        #expect(try await !goesOn(caller))
    }

    @Test func `learns of the end at once, not with the next event`() async throws {
        let slept = Mutex<[Duration]>([])
        let house = try TestHouse(clock: NotingClock { length in slept.withLock { $0.append(length) } })
        let caller = Caller(
            subject: Subject(.machine, role: .administrator), route: "test", requestID: "test",
            until: house.time.now.advanced(by: .seconds(20)))
        for left in [20, 15, 6] {
            _ = try await house.tenancy.alerts.follow(after: 0, waitingAtMost: .seconds(15), by: caller)
            house.time.advance(by: .seconds(left == 20 ? 5 : 9))
        }
        #expect(slept.withLock { $0 } == [.seconds(15), .seconds(15), .seconds(6)])
    }

    @Test func `stops when the session ends, in any way`() async throws {
        for end in [Session.End.signedOut, .ended, .password] {
            let caller = try await clinician()
            guard case .account(let account, let session) = caller.subject.actor else { return }
            #expect(try await goesOn(caller))
            let now = house.time.now
            _ = try await house.store.write { (tx) throws(DatabaseError) in
                try tx.endSession(session, of: account, end, at: now)
            }
            #expect(try await !goesOn(caller), "\(end)")
        }
    }

    @Test func `stops when the account is suspended`() async throws {
        let caller = try await clinician()
        guard case .account(let account, _) = caller.subject.actor else { return }
        #expect(try await goesOn(caller))
        _ = try await house.tenancy.accounts.change(account, .suspend, by: house.caller(.administrator))
        #expect(try await !goesOn(caller))
    }

    @Test func `with a key goes on until the key is revoked`() async throws {
        let (key, _) = try await house.tenancy.keys.create(name: "pager", for: .consumer, by: .command)
        let pager = Caller(subject: Subject(.key(key.id), role: .consumer), route: "test", requestID: "test")
        house.time.advance(by: .seconds(30 * 86_400))
        #expect(try await goesOn(pager))
        try await house.tenancy.keys.revoke(key.id, by: .command)
        #expect(try await !goesOn(pager))
    }
}

/// A clock on which every sleep ends at once and is recorded.
private struct NotingClock: Clock {
    typealias Instant = StillClock.Instant

    let note: @Sendable (Duration) -> Void

    var now: Instant { Instant() }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws { note(now.duration(to: deadline)) }
}
