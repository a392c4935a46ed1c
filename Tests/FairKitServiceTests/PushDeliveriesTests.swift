import FairKitCore
import FairKitRuntime
import FairKitService
import FairKitStore
import Logging
import Relational
import Support
import Synchronization
import Testing
import Webhook

/// A receiver with scripted responses.
private final class Receiver: WebhookCarrier {
    let sent = Mutex<[(delivery: Delivery, url: String)]>([])
    private let answer: @Sendable (Int) async -> WebhookAnswer

    /// - Parameter answer: the response to each request, counted from 0.
    init(_ answer: @escaping @Sendable (Int) async -> WebhookAnswer) {
        self.answer = answer
    }

    func send(_ delivery: Delivery, to webhook: Webhook, within limit: Duration) async -> WebhookAnswer {
        let number = sent.withLock { sent in
            sent.append((delivery, "\(webhook.url)"))
            return sent.count - 1
        }
        return await answer(number)
    }

    func test(_ webhook: Webhook, of group: String, id: String, within limit: Duration) async -> WebhookAnswer {
        await answer(0)
    }

    func close() async {}
}

@Suite(.timeLimit(.minutes(10))) struct `A webhook` {
    private let house: TestHouse

    init() throws { house = try TestHouse() }

    private func set(_ url: String = "https://pager.example/hook", rotating: Bool = false) async throws
        -> SetWebhook
    {
        try await house.tenancy.webhooks.set(
            WebhookSettings(url: url, sendsPayload: false, rotatesSecret: rotating), of: "default", by: .command)
    }

    private func raise(_ number: Int64, by laboratory: Caller) async throws -> AlertID {
        let code = try #require(KitCode(number: number))
        return try #require(try await house.record("N-\(number)", "\(code)", 820, by: laboratory).result.alertID)
    }

    /// Runs a body while deliveries are pushed.
    private func sending(to receiver: Receiver, _ body: () async throws -> Void) async throws {
        let push = PushDeliveries(
            house.tenancy, by: receiver, random: { 0.5 },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { await push.run() }
            try await body()
            tasks.cancelAll()
        }
    }

    /// The attempts, newest first, once there are `count`.
    private func attempts(_ count: Int) async throws -> [DeliveryAttempt] {
        while true {
            let page = try await house.tenancy.webhooks.attempts(of: "default", before: nil, limit: 100, by: .command)
            if page.items.count >= count { return page.items.map(\.attempt) }
            await Task.yield()
        }
    }

    @Test func `is tested once, with its attempt among the others and no alert`() async throws {
        let administrator = house.caller(.administrator)
        await #expect { try await house.tenancy.webhooks.test("default", by: administrator) } throws: { error in
            if case Refusal<WebhookFailure>.notFound = error { true } else { false }
        }
        _ = try await set()
        let before = try await house.tenancy.webhooks.test("default", by: administrator).attempt
        #expect(before.outcome == .stopped && before.isTest, "nothing pushes yet")
        try await sending(to: Receiver { _ in WebhookAnswer(.rejected, httpStatus: 403) }) {
            while true {
                // A command has no budget.
                let sent = try await house.tenancy.webhooks.test("default", by: .command).attempt
                guard sent.outcome != .stopped else {
                    await Task.yield()
                    continue
                }
                #expect(sent.outcome == .rejected && sent.httpStatus == 403 && sent.attempt == 1)
                break
            }
            #expect(try await attempts(2).first?.isTest == true)
            #expect(try await house.claim().isEmpty, "no delivery is made of it")
        }
    }

    private func events(about alert: AlertID) async throws -> [AlertEvent] {
        try await house.store.read { (tx) throws(DatabaseError) in
            try tx.alertEvents(about: alert, after: 0, limit: 100)
        }
    }

    @Test func `gets raised alerts, and accepted ones are acked`() async throws {
        let receiver = Receiver { _ in WebhookAnswer(.delivered, httpStatus: 200) }
        let laboratory = try await house.laboratory()
        let before = try await raise(1, by: laboratory)
        try await sending(to: receiver) {
            _ = try await set()
            _ = try await attempts(1)
            let after = try await raise(2, by: laboratory)
            let attempts = try await attempts(2)
            #expect(attempts.map(\.alertID) == [after, before])
            #expect(attempts.map(\.outcome) == [.delivered, .delivered])
            #expect(attempts.map(\.httpStatus) == [200, 200])
            #expect(attempts.map(\.attempt) == [1, 1])
        }
        #expect(try await house.claim().isEmpty)
        let events = try await events(about: before)
        #expect(events.map(\.kind) == [.raised, .leased, .acked])
        #expect(events.dropFirst().allSatisfy { $0.actor == nil })
    }

    @Test func `that fails gets the same request again, with the same key`() async throws {
        let receiver = Receiver { number in
            WebhookAnswer(number == 0 ? .failed : .delivered, httpStatus: number == 0 ? 503 : 200)
        }
        let laboratory = try await house.laboratory()
        _ = try await set()
        let first = try await raise(1, by: laboratory)
        try await sending(to: receiver) {
            _ = try await attempts(1)
            house.time.advance(by: .seconds(1))
            // A claim ends expired delays.
            _ = try await raise(2, by: laboratory)
            let outcomes = try await attempts(3).map(\.outcome)
            #expect(outcomes == [.delivered, .delivered, .failed])
        }
        let sent = receiver.sent.withLock { $0.map(\.delivery).filter { $0.alert.id == first } }
        #expect(sent.map(\.attempts) == [0, 1])
        #expect(Set(sent.map(\.idempotencyKey)).count == 1)
        let reasons = try await events(about: first).compactMap(\.reason)
        #expect(reasons == ["HTTP 503"])
    }

    @Test func `is left alone for as long as it asks, but at most a minute with a critical alert`() async throws {
        let house = house
        let receiver = Receiver { _ in
            WebhookAnswer(.rejected, httpStatus: 429, retryAfter: RetryAfter("3600", at: house.time.now))
        }
        _ = try await set()
        _ = try await raise(1, by: try await house.laboratory())
        try await sending(to: receiver) { _ = try await attempts(1) }
        let due = try await house.store.read { (tx) throws(DatabaseError) in
            guard let group = try tx.consumerGroup(named: "default") else { throw .closed }
            return try tx.nextDue(in: group)
        }
        #expect(due == house.time.now.advanced(by: .seconds(60)))
    }

    @Test func `gets replays with keys of their own`() async throws {
        let receiver = Receiver { _ in WebhookAnswer(.delivered, httpStatus: 200) }
        _ = try await set()
        let alert = try await raise(1, by: try await house.laboratory())
        try await sending(to: receiver) {
            for count in 2...3 {
                _ = try await attempts(count - 1)
                _ = try await house.tenancy.deliveries.replay(.alerts([alert]), in: "default", by: .command)
                _ = try await attempts(count)
            }
        }
        let sent = receiver.sent.withLock { $0.map(\.delivery) }
        #expect(sent.map(\.isReplay) == [false, true, true])
        #expect(Set(sent.map(\.number)).count == 1)
        #expect(Set(sent.map(\.idempotencyKey)).count == 3)
    }

    @Test func `gets an alert with a newly known patient under another key`() async throws {
        let receiver = Receiver { _ in WebhookAnswer(.delivered, httpStatus: 200) }
        _ = try await set()
        _ = try await raise(1, by: try await house.laboratory())
        try await sending(to: receiver) {
            _ = try await attempts(1)
            let code = try #require(KitCode(number: 1))
            _ = try await house.review(try await house.register("\(code)", for: try await house.person()))
            _ = try await attempts(2)
        }
        let sent = receiver.sent.withLock { $0.map(\.delivery) }
        #expect(sent.map(\.isReplay) == [false, false])
        #expect(Set(sent.map(\.idempotencyKey)).count == 2)
    }

    @Test func `that is removed or replaced undoes its leases at once`() async throws {
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let receiver = Receiver { number in
            guard number == 0 else { return WebhookAnswer(.delivered, httpStatus: 200) }
            begin.yield()
            let (never, ends) = AsyncStream.makeStream(of: Void.self)
            for await _ in never {}
            ends.finish()
            return WebhookAnswer(.stopped)
        }
        _ = try await set()
        _ = try await raise(1, by: try await house.laboratory())
        try await sending(to: receiver) {
            for await _ in begun { break }
            _ = try await set("https://other.example/hook")
            #expect(try await attempts(2).map(\.outcome) == [.delivered, .stopped])
        }
        #expect(
            receiver.sent.withLock { $0.map(\.url) } == ["https://pager.example/hook", "https://other.example/hook"])
    }

    @Test func `has a secret that stays until it is rotated`() async throws {
        let made = try await set()
        #expect(made.isNew)
        #expect(made.hasNewSecret)
        #expect(made.webhook.secret.count == 32)
        let changed = try await set("https://other.example")
        #expect(!changed.isNew)
        #expect(!changed.hasNewSecret)
        #expect(changed.webhook.secret == made.webhook.secret)
        let rotated = try await set(rotating: true)
        #expect(rotated.hasNewSecret)
        #expect(rotated.webhook.secret != made.webhook.secret)
        try await house.tenancy.webhooks.remove(of: "default", by: .command)
        let again = try await set()
        #expect(again.isNew)
        #expect(again.webhook.secret != rotated.webhook.secret)
    }
}
