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
        var answers: [SendAnswer]
    }

    private let state: Mutex<State>

    init(_ answers: SendAnswer...) { state = Mutex(State(answers: answers)) }

    /// The received messages.
    var sent: [String] { state.withLock { $0.sent } }

    func send(_ message: MailMessage) async -> SendAnswer {
        state.withLock { state in
            state.sent.append(String(decoding: message.bytes, as: UTF8.self))
            return state.answers.isEmpty ? SendAnswer(.accepted, status: 250) : state.answers.removeFirst()
        }
    }

    func close() {}
}

@Suite(.serialized, .timeLimit(.minutes(5))) struct `Sending mail about accounts` {
    private let house: TestHouse
    private let registry = PrometheusRegistry()
    private let others = Carrier()

    init() throws { house = try TestHouse(clock: InstantClock(), metrics: registry) }

    /// Sends over a carrier of its own until something holds.
    private func send(
        by carrier: Carrier?, leadership: Leadership = .always, lines: Lines = Lines(),
        until isDone: () async throws -> Bool
    ) async throws {
        let (from, now, others) = (try #require(MailAddress("kit@example.org")), house.tenancy.now, others)
        let messages = carrier.map { carrier in
            MailMessages(from: from, now: now) { $0 == .accounts ? carrier : others }
        }
        let sending = SendNotices(
            house.tenancy, leadership: leadership, by: messages.map { [.email: $0] } ?? [:], random: { 0.5 },
            logger: lines.logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await sending.run() }
            while try await !isDone() { await Task.yield() }
            tasks.cancelAll()
        }
    }

    /// Lets the lanes look for mail many times.
    private func looks() -> () async -> Bool {
        var left = 200
        return {
            left -= 1
            return left < 0
        }
    }

    @discardableResult
    private func write(_ kind: NoticeKind = .reset) async throws -> OutboxEntry {
        let notice = Notice(
            kind, to: MailRecipient(try #require(MailAddress("ada@example.org")), in: .english),
            link: "https://kit.example/reset#s3cr3t", at: house.time.now)
        let send = NoticeSend(of: notice, over: NoticeWay(.email, nil))
        try await house.store.write { (tx) throws(DatabaseError) in try tx.insertMail(notice, as: send) }
        return OutboxEntry(notice: notice, send: send)
    }

    private func now(_ mail: OutboxEntry) async throws -> OutboxEntry {
        try #require(
            try await house.store.read { (tx) throws(DatabaseError) in try tx.outboxEntry(mail.send.id) })
    }

    @Test func `sends all kinds over connections of their own, and deletes their text`() async throws {
        var mails: [OutboxEntry] = []
        for kind in NoticeKind.mails + [.test] {
            mails.append(try await write(kind))
            house.time.advance(by: .milliseconds(1))
        }
        let (carrier, lines) = (Carrier(), Lines())
        let last = try #require(mails.last)
        try await send(by: carrier, lines: lines) { try await now(last).send.state == .sent }
        #expect(carrier.sent.count == mails.count)
        for (mail, message) in zip(mails, carrier.sent) {
            #expect(message.contains("Message-ID: <\(mail.send.id)@example.org>\r\n"))
            let links: Set<NoticeKind> = [.confirmation, .reset, .invitation, .emailChange, .shared]
            #expect(message.contains("s3cr3t") == links.contains(mail.notice.kind))
            let left = try await now(mail)
            #expect(left.send.state == .sent)
            #expect(left.notice.receiver == .address(nil))
            #expect(left.notice.facts == NoticeFacts())
        }
        #expect(others.sent.isEmpty)
        #expect(lines.all.isEmpty)
        #expect(
            registry.text.contains(
                #"fairkit_messages_total{channel="email",outcome="accepted"} \#(mails.count)"#))
    }

    @Test func `sends nothing while another server sends the tenant's messages`() async throws {
        let mail = try await write()
        let carrier = Carrier()
        let leases = WorkLeases(of: .new(at: house.time.now), clock: StillClock())
        let work = SharedWork.tenant(.new(at: house.time.now))
        try await send(by: carrier, leadership: Leadership(work, by: leases), until: looks())
        #expect(carrier.sent == [])
        #expect(try await now(mail) == mail)
        leases.learn([work], asked: leases.elapsed)
        try await send(by: carrier, leadership: Leadership(work, by: leases)) { !carrier.sent.isEmpty }
    }

    @Test func `retries a postponed mail with the same Message-ID and Date`() async throws {
        let mail = try await write()
        let carrier = Carrier(SendAnswer(.postponed, status: 451))
        try await send(by: carrier) { try await now(mail).send.attempts == 1 }
        #expect(try await now(mail).send.dueAt == house.time.now.advanced(by: .milliseconds(2500)))
        #expect(try await now(mail).send.lastError == "postponed 451")
        house.time.advance(by: .milliseconds(2500))
        try await send(by: carrier) { try await now(mail).send.state == .sent }
        #expect(carrier.sent.count == 2 && carrier.sent[0] == carrier.sent[1])
    }

    @Test func `continues with others when one is refused, and keeps that for an operator`() async throws {
        let refused = try await write()
        house.time.advance(by: .seconds(1))
        let other = try await write()
        try await send(by: Carrier(SendAnswer(.refused, status: 550))) { try await now(other).send.state == .sent }
        let left = try await now(refused)
        #expect(left.send.state == .failed && left.send.lastError == "refused 550")
        #expect(left.notice == refused.notice)
    }

    @Test func `leaves a failing server alone, and sends as soon as it works again`() async throws {
        let mail = try await write()
        let lines = Lines()
        // 0.5 of 2 s is 1.
        let carrier = Carrier(SendAnswer(.unreachable), SendAnswer(.unreachable))
        try await send(by: carrier, lines: lines) {
            let left = try await now(mail)
            if let due = left.send.dueAt, due > house.time.now {
                #expect(house.time.now.distance(to: due) <= .seconds(2))
                house.time.advance(by: house.time.now.distance(to: due))
            }
            return left.send.state == .sent
        }
        #expect(carrier.sent.count == 3)
        #expect(
            lines.all == [
                "warning a channel fails: the server only probes it until it works", "notice a channel works again",
            ])
    }

    @Test(arguments: [true, false])
    func `gives up expired mails, with a server and without`(hasServer: Bool) async throws {
        let carrier = hasServer ? Carrier() : nil
        let mail = try await write()
        house.time.advance(by: mail.notice.kind.lifetime)
        try await send(by: carrier) { try await now(mail).send.state == .failed }
        let left = try await now(mail)
        #expect(left.send.lastError == "expired" && left.notice.recipient == nil && left.notice.facts.link == nil)
        #expect(carrier?.sent.isEmpty != false)
    }

    @Test func `keeps all mails without a mail server`() async throws {
        let mail = try await write()
        try await send(by: nil, until: looks())
        #expect(try await now(mail) == mail)
    }

    @Test func `does not count a cancelled mail`() async throws {
        let mail = try await write()
        let carrier = Carrier(SendAnswer(.stopped))
        try await send(by: carrier) { carrier.sent.count == 1 }
        #expect(try await now(mail) == mail)
    }

    @Test(.onFiles) func `sends a mail once while its outcome can't be stored`() async throws {
        let mail = try await write()
        try await house.store.write { (tx) throws(DatabaseError) in
            try tx.run("CREATE TRIGGER broken BEFORE UPDATE ON notice_send BEGIN SELECT RAISE(ABORT, 'broken'); END")
        }
        let (carrier, lines) = (Carrier(), Lines())
        try await send(by: carrier, lines: lines) {
            guard lines.all.count > 3 else { return false }
            try await house.store.write { (tx) throws(DatabaseError) in try tx.run("DROP TRIGGER IF EXISTS broken") }
            return try await now(mail).send.state == .sent
        }
        #expect(carrier.sent.count == 1)
        #expect(Set(lines.all) == ["error the outcome of a message could not be stored"])
    }

    @Test func `sends mails that were postponed while the clock was ahead`() async throws {
        house.time.advance(by: .seconds(7_200))
        let mail = try await write()
        try await send(by: Carrier(SendAnswer(.postponed, status: 451))) { try await now(mail).send.attempts == 1 }
        house.time.advance(by: .seconds(-7_200))
        try await send(by: Carrier()) { try await now(mail).send.state == .sent }
    }
}
