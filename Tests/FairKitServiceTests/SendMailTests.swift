import FairKitCore
import FairKitRuntime
import FairKitService
import FairKitStore
import Mail
import PrometheusMetrics
import Relational
import Support
import Synchronization
import Testing

/// A mail server with scripted responses, which then accepts everything.
private final class Carrier: MailCarrier {
    private struct State {
        var sent: [String] = []
        var answers: [MailAnswer]
        var hangUps = 0
    }

    private let state: Mutex<State>
    private let onSend: @Sendable () async throws -> Void

    /// - Parameter onSend: runs while a message is sent.
    init(_ answers: MailAnswer..., onSend: @escaping @Sendable () async throws -> Void = {}) {
        state = Mutex(State(answers: answers))
        self.onSend = onSend
    }

    /// The received messages.
    var sent: [String] { state.withLock { $0.sent } }
    var hangUps: Int { state.withLock { $0.hangUps } }

    func send(_ message: MailMessage) async -> MailAnswer {
        do { try await onSend() } catch { return MailAnswer(.stopped) }
        return state.withLock { state in
            state.sent.append(String(decoding: message.bytes, as: UTF8.self))
            return state.answers.isEmpty ? MailAnswer(.sent, status: 250) : state.answers.removeFirst()
        }
    }

    func close() { state.withLock { $0.hangUps += 1 } }
}

@Suite struct `Sending mail` {
    private let house: TestHouse
    private let registry = PrometheusRegistry()

    init() throws { house = try TestHouse() }

    /// Runs a number of passes; the test advances the time in between.
    private func send(
        by carrier: Carrier?, passes: Int = 1, after pause: Duration = .zero, leadership: Leadership = .always,
        lines: Lines = Lines()
    ) async throws {
        let from = try #require(MailAddress("kit@example.org"))
        // Each pass sleeps a second, and then maybe until the next mail is due, since time does not pass by itself.
        let pauses = Mutex(0)
        let clock = PauseClock { length in
            guard length == .seconds(1) else { return }
            let count = pauses.withLock { pauses in
                pauses += 1
                return pauses
            }
            if count >= passes { throw CancellationError() }
            house.time.advance(by: pause)
        }
        try await SendMail(
            store: house.store, of: .standard, leadership: leadership,
            way: carrier.map { MailWay(from: from, carrier: $0) }, now: { [house] in house.time.now },
            clock: clock, random: { 0.5 }, metrics: registry, logger: lines.logger
        ).run()
    }

    @discardableResult
    private func write(_ kind: MailKind = .reset, to address: String = "ada@example.org") async throws -> OutboxMail {
        let mail = OutboxMail(
            kind, to: MailRecipient(try #require(MailAddress(address)), in: .english),
            link: kind == .test ? nil : "https://kit.example/reset#s3cr3t",
            at: house.time.now)
        try await house.store.write { (tx) throws(DatabaseError) in try tx.insertMail(mail) }
        return mail
    }

    private func mail(_ id: MailID) async throws -> OutboxMail {
        try #require(try await house.store.read { (tx) throws(DatabaseError) in try tx.mail(id) })
    }

    @Test func `sends nothing while another server sends the tenant's mails`() async throws {
        let mail = try await write()
        let carrier = Carrier()
        let leases = WorkLeases(of: .new(at: house.time.now), clock: StillClock())
        let work = SharedWork.tenant(.new(at: house.time.now))
        try await send(by: carrier, leadership: Leadership(work, by: leases))
        #expect(carrier.sent == [])
        #expect(try await self.mail(mail.id).attempts == 0)
        leases.learn([work], asked: leases.elapsed)
        try await send(by: carrier, leadership: Leadership(work, by: leases))
        #expect(carrier.sent.count == 1)
    }

    @Test func `sends all waiting mails over one connection, and deletes their text`() async throws {
        var mails: [OutboxMail] = []
        for kind in MailKind.allCases {
            mails.append(try await write(kind))
            house.time.advance(by: .milliseconds(1))
        }
        let carrier = Carrier()
        let lines = Lines()
        try await send(by: carrier, lines: lines)
        #expect(carrier.sent.count == mails.count)
        #expect(carrier.hangUps == 1)
        for (mail, message) in zip(mails, carrier.sent) {
            #expect(message.contains("Message-ID: <\(mail.id)@example.org>\r\n"))
            #expect(
                message.contains("s3cr3t") == ![
                    .test, .erasure, .erasureCancelled, .accountPrepared, .accountMade, .guessing,
                    .emailChangeAsked, .emailChanged, .breakGlass, .alertingChanged, .keyPrepared,
                ]
                .contains(mail.kind))
            let left = try await self.mail(mail.id)
            #expect(left.state == .sent)
            #expect(left.content == nil)
        }
        #expect(lines.all.isEmpty)
        #expect(registry.text.contains(#"fairkit_mails_total{outcome="sent"} \#(mails.count)"#))
    }

    @Test func `retries a postponed mail with the same Message-ID`() async throws {
        let mail = try await write()
        let carrier = Carrier(MailAnswer(.postponed, status: 451))
        try await send(by: carrier)
        #expect(try await self.mail(mail.id).dueAt == house.time.now.advanced(by: .milliseconds(2500)))
        #expect(try await self.mail(mail.id).lastError == "postponed 451")
        try await send(by: carrier)
        #expect(carrier.sent.count == 1)
        house.time.advance(by: .milliseconds(2500))
        try await send(by: carrier)
        #expect(carrier.sent.count == 2)
        #expect(carrier.sent[0] == carrier.sent[1])
        #expect(try await self.mail(mail.id).attempts == 2)
    }

    @Test func `continues with others when one is refused, and does not retry it`() async throws {
        let refused = try await write()
        house.time.advance(by: .seconds(1))
        let other = try await write()
        let carrier = Carrier(MailAnswer(.refused, status: 550))
        let lines = Lines()
        try await send(by: carrier, passes: 3, after: .seconds(3600), lines: lines)
        #expect(carrier.sent.count == 2)
        #expect(try await mail(refused.id).state == .refused)
        #expect(try await mail(refused.id).lastError == "refused 550")
        #expect(try await mail(other.id).state == .sent)
        #expect(lines.all == ["warning a mail was refused"])
    }

    @Test func `leaves a failing server alone, for longer each time, and logs that once`() async throws {
        for _ in 0..<3 { try await write() }
        let down = MailAnswer(.unreachable)
        let carrier = Carrier(down, down, down)
        let lines = Lines()
        try await send(by: carrier, passes: 3, lines: lines)
        #expect(carrier.sent.count == 1)
        // 0.5 of 2 s is 1; of 4 s it is 2.
        try await send(by: carrier, passes: 3, after: .seconds(1), lines: lines)
        #expect(carrier.sent.count == 3)
        house.time.advance(by: .seconds(60))
        try await send(by: carrier, lines: lines)
        #expect(carrier.sent.count == 6)
        #expect(lines.all == Array(repeating: "warning mail can't be sent at the moment", count: 2))
    }

    @Test func `logs when the server works again`() async throws {
        try await write()
        let lines = Lines()
        try await send(by: Carrier(MailAnswer(.tlsError)), passes: 2, after: .seconds(60), lines: lines)
        #expect(lines.all == ["warning mail can't be sent at the moment", "notice mail can be sent again"])
    }

    @Test func `gives up expired mails, with a server and without`() async throws {
        for carrier in [Carrier(), nil] {
            let mail = try await write()
            house.time.advance(by: mail.kind.lifetime)
            try await send(by: carrier)
            #expect(try await self.mail(mail.id).state == .expired)
            #expect(carrier?.sent.isEmpty != false)
        }
    }

    @Test func `keeps all mails without a mail server`() async throws {
        let mail = try await write()
        try await send(by: nil, passes: 3)
        #expect(try await self.mail(mail.id) == mail)
    }

    @Test func `does not count a cancelled mail`() async throws {
        let mail = try await write()
        try await send(by: Carrier(MailAnswer(.stopped)))
        #expect(try await self.mail(mail.id) == mail)
    }

    @Test func `notices mails that are written while it waits`() async throws {
        let carrier = Carrier()
        let from = try #require(MailAddress("kit@example.org"))
        // The first pass finds nothing; its wait ends with the commit of the mail.
        let (waits, begin) = AsyncStream.makeStream(of: Void.self)
        let clock = PauseClock { _ in
            if !carrier.sent.isEmpty { throw CancellationError() }
            begin.yield()
        }
        try await withThrowingTaskGroup(of: Void.self) { [house] tasks in
            tasks.addTask {
                try await SendMail(
                    store: house.store, of: .standard, way: MailWay(from: from, carrier: carrier),
                    now: { house.time.now },
                    clock: clock,
                    random: { 0.5 }, logger: Lines().logger
                ).run()
            }
            for await _ in waits { break }
            try await write()
            try await tasks.waitForAll()
        }
        #expect(carrier.sent.count == 1)
    }

    @Test(.onFiles) func `sends nothing until the outcome of the last mail is stored`() async throws {
        try await write()
        house.time.advance(by: .seconds(1))
        try await write()
        let carrier = Carrier { [house] in
            try await house.store.write { (tx) throws(DatabaseError) in
                try tx.run("CREATE TRIGGER broken BEFORE UPDATE ON outbox BEGIN SELECT RAISE(ABORT, 'broken'); END")
            }
        }
        let lines = Lines()
        try await send(by: carrier, passes: 3, after: .seconds(60), lines: lines)
        #expect(carrier.sent.count == 1)
        #expect(lines.all == Array(repeating: "error the outbox could not be read or changed", count: 3))
    }

    @Test func `sends mails that were postponed while the clock was ahead`() async throws {
        house.time.advance(by: .seconds(7_200))
        try await write()
        try await send(by: Carrier(MailAnswer(.postponed, status: 451)))
        house.time.advance(by: .seconds(-7_200))
        let carrier = Carrier()
        try await send(by: carrier)
        #expect(carrier.sent.count == 1)
    }

    @Test func `retries a failing mail server after the clock was set back`() async throws {
        try await write()
        let carrier = Carrier(MailAnswer(.unreachable))
        try await send(by: carrier, passes: 2, after: .seconds(-7_200))
        #expect(carrier.sent.count == 2)
    }

    @Test func `logs that the outbox can't be read`() async throws {
        house.store.close()
        let lines = Lines()
        try await send(by: Carrier(), passes: 2, lines: lines)
        #expect(lines.all == Array(repeating: "error the outbox could not be read or changed", count: 2))
    }
}

/// A clock whose sleeps take no time and run the test's code.
private struct PauseClock: Clock {
    typealias Instant = StillInstant

    let onSleep: @Sendable (Duration) throws -> Void
    var now: Instant { Instant() }
    var minimumResolution: Duration { .zero }

    init(_ onSleep: @escaping @Sendable (Duration) throws -> Void) { self.onSleep = onSleep }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws { try onSleep(deadline.offset) }
}

private struct StillInstant: InstantProtocol {
    var offset = Duration.zero

    func advanced(by duration: Duration) -> StillInstant { StillInstant(offset: offset + duration) }
    func duration(to other: StillInstant) -> Duration { other.offset - offset }
    static func < (left: StillInstant, right: StillInstant) -> Bool { left.offset < right.offset }
}
