import FairKitCore
import FairKitService
import FoundationEssentials
import HTTPTypes
import Hummingbird
import KeyRing
import NIOCore
import OutboundHTTP
import Support
import Synchronization
import Testing
import Webhook

/// A local server that responds with the status in the path, and records requests.
private final class LocalReceiver: Sendable {
    struct Got: Sendable {
        let headers: HTTPFields
        let host: String?
        let body: [UInt8]
    }

    let got = Mutex<[Got]>([])

    func run(_ body: @Sendable @escaping (Int) async throws -> Void) async throws {
        let router = Router()
        router.post("/:status") { request, context in
            let bytes = Array(buffer: try await request.body.collect(upTo: 65_536))
            self.got.withLock { $0.append(Got(headers: request.headers, host: request.head.authority, body: bytes)) }
            let status = context.parameters.get("status", as: Int.self) ?? 500
            var response = Response(status: HTTPResponse.Status(code: status))
            if status == 307 { response.headers[.location] = "/200" }
            if let name = HTTPField.Name("Retry-After"), status == 503 { response.headers[name] = "7" }
            return response
        }
        try await withLocalServer(router, body)
    }
}

@Suite(.timeLimit(.minutes(10))) struct `A request to a webhook` {
    private let house: TestHouse
    private let secret = [UInt8](0..<32)

    init() throws {
        house = try TestHouse()
    }

    private func delivery() async throws -> Delivery {
        _ = try await house.register("FU-KIT-2025110701-X", for: try await house.person())
        _ = try await house.record("N-1", "FU-KIT-2025110701-X", 820, by: try await house.laboratory())
        return try #require(try await house.claim().first)
    }

    /// Sends to `http://HOST:PORT/STATUS`, where the host has the given addresses.
    private func send(
        _ delivery: Delivery, port: Int, status: Int = 200, host: String = "receiver.example",
        withPayload: Bool = false,
        allowsPrivate: Bool = true, addresses: [String] = ["127.0.0.1"]
    ) async throws -> WebhookAnswer {
        let now: Now = { [time = house.time] in time.now }
        let sender = try HTTPSender(
            authorityFile: nil, allowsPrivate: allowsPrivate,
            resolve: { _ in addresses.compactMap { IPAddress($0) } }, now: now, clock: ManualClock())
        let carrier = HTTPWebhookCarrier(sender: sender, now: now)
        let webhook = Webhook(
            url: try WebhookURL("http://\(host):\(port)/\(status)", allowsPrivate: true), secret: secret,
            sendsPayload: withPayload, createdAt: house.time.now)
        let answer = await carrier.send(delivery, to: webhook, within: .seconds(60))
        await carrier.close()
        return answer
    }

    @Test func `is signed, has its key, and holds no health data`() async throws {
        let delivery = try await delivery()
        let receiver = LocalReceiver()
        try await receiver.run { port in
            let answer = try await send(delivery, port: port)
            #expect(answer == WebhookAnswer(.delivered, httpStatus: 200))
            #expect(receiver.got.withLock { $0.first?.host } == "receiver.example:\(port)")
        }
        let got = try #require(receiver.got.withLock { $0.first })
        func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { got.headers[$0] } }
        let stamp = try #require(header("webhook-timestamp"))
        let id = try #require(header("webhook-id"))
        #expect(stamp == "\(house.time.now.milliseconds / 1000)")
        let digest = try signature(of: Array("\(id).\(stamp).".utf8) + got.body, by: secret)
        #expect(header("webhook-signature") == WebhookSignature.header(digest))
        #expect(id == delivery.idempotencyKey)
        #expect(!id.contains("."))
        let text = String(decoding: got.body, as: UTF8.self)
        #expect(text.contains(#""type":"alert.raised""#))
        #expect(text.contains(#""idempotencyKey":"\#(delivery.idempotencyKey)""#))
        let patient = try #require(delivery.alert.profileID)
        for secret in ["payload", "Level", "\(patient)"] { #expect(!text.contains(secret)) }
        // A random id may have these digits in it.
        #expect(!text.words.contains("820"))
    }

    @Test func `is a test with a signature, and says of whom it is`() async throws {
        let receiver = LocalReceiver()
        try await receiver.run { port in
            let now: Now = { [time = house.time] in time.now }
            let sender = try HTTPSender(
                authorityFile: nil, allowsPrivate: true, resolve: { _ in [IPAddress("127.0.0.1")].compactMap(\.self) },
                now: now, clock: ManualClock())
            let carrier = HTTPWebhookCarrier(sender: sender, now: now)
            let webhook = Webhook(
                url: try WebhookURL("http://receiver.example:\(port)/200", allowsPrivate: true), secret: secret,
                sendsPayload: true, createdAt: house.time.now)
            let answer = await carrier.test(webhook, of: "paging", id: "test-1", within: .seconds(60))
            await carrier.close()
            #expect(answer == WebhookAnswer(.delivered, httpStatus: 200))
        }
        let got = try #require(receiver.got.withLock { $0.first })
        func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { got.headers[$0] } }
        let stamp = try #require(header("webhook-timestamp"))
        let digest = try signature(of: Array("test-1.\(stamp).".utf8) + got.body, by: secret)
        #expect(header("webhook-signature") == WebhookSignature.header(digest))
        let text = String(decoding: got.body, as: UTF8.self)
        #expect(
            text
                == #"{"group":"paging","idempotencyKey":"test-1","timestamp":"\#(house.time.now)","type":"webhook.test"}"#
        )
    }

    @Test func `has the payload of a claim if enabled`() async throws {
        let delivery = try await delivery()
        let receiver = LocalReceiver()
        try await receiver.run { port in _ = try await send(delivery, port: port, withPayload: true) }
        let text = String(decoding: try #require(receiver.got.withLock { $0.first }).body, as: UTF8.self)
        #expect(text.contains(#""aatLevel":820"#))
        #expect(text.contains(#""patientId""#))
    }

    @Test(
        arguments: [
            (204, .delivered), (307, .redirected), (410, .gone), (422, .rejected), (500, .failed),
        ] as [(Int, AttemptOutcome)])
    func `is judged by its status, and follows no redirect`(status: Int, outcome: AttemptOutcome)
        async throws
    {
        let delivery = try await delivery()
        let receiver = LocalReceiver()
        try await receiver.run { port in
            let answer = try await send(delivery, port: port, status: status)
            #expect(answer == WebhookAnswer(outcome, httpStatus: status))
        }
        #expect(receiver.got.withLock { $0.count } == 1)
    }

    @Test func `returns Retry-After`() async throws {
        let delivery = try await delivery()
        try await LocalReceiver().run { port in
            let answer = try await send(delivery, port: port, status: 503)
            #expect(answer.retryAfter?.delay == .seconds(7))
        }
    }

    @Test(arguments: [
        ["127.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["::ffff:127.0.0.1"], ["169.254.169.254"],
    ])
    func `is not sent when an address of the host is not public`(addresses: [String]) async throws {
        let delivery = try await delivery()
        let receiver = LocalReceiver()
        try await receiver.run { port in
            let answer = try await send(delivery, port: port, allowsPrivate: false, addresses: addresses)
            #expect(answer == WebhookAnswer(.privateAddress))
            let literal = try await send(delivery, port: port, host: "127.0.0.1", allowsPrivate: false)
            #expect(literal == WebhookAnswer(.privateAddress))
        }
        #expect(receiver.got.withLock { $0.isEmpty })
    }

    @Test func `is not sent in plain text once that is no longer allowed`() async throws {
        let delivery = try await delivery()
        let receiver = LocalReceiver()
        try await receiver.run { port in
            let answer = try await send(delivery, port: port, allowsPrivate: false, addresses: ["8.8.8.8"])
            #expect(answer == WebhookAnswer(.insecure))
        }
        #expect(receiver.got.withLock { $0.isEmpty })
    }

    @Test func `goes to the next address if no server listens at the first`() async throws {
        let delivery = try await delivery()
        try await LocalReceiver().run { port in
            let answer = try await send(delivery, port: port, addresses: ["127.0.0.2", "127.0.0.1"])
            #expect(answer.outcome == .delivered)
            let none = try await send(delivery, port: port, addresses: ["127.0.0.2"])
            #expect(none == WebhookAnswer(.unreachable))
        }
    }

    @Test func `needs a host that exists`() async throws {
        let answer = try await send(try await delivery(), port: 9, addresses: [])
        #expect(answer == WebhookAnswer(.unknownHost))
    }

    @Test func `refuses a file without certificates`() {
        #expect(throws: HTTPSender.NoCertificates.self) {
            try HTTPSender(
                authorityFile: "/dev/null", allowsPrivate: false, now: { Timestamp(milliseconds: 0) },
                clock: ManualClock())
        }
    }
}
