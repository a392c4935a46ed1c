import CoreMetrics
package import FairKitAPI
package import FairKitCore
package import FairKitFrame
import FairKitHTTP
import FairKitPages
import FairKitService
package import FoundationEssentials
package import HTTPTypes
package import Hummingbird
package import HummingbirdTesting
import Logging
import NIOCore
import NIOEmbedded
package import Support

/// The real router on a real store, with a key for each role.
package struct Scene {
    package let house: TestHouse
    package let client: any TestClientProtocol
    package let person: ProfileID
    package let keys: [RoleName: String]

    /// A response.
    package struct Reply {
        package let status: Int
        package let headers: HTTPFields
        package let text: String

        package init(status: Int, headers: HTTPFields, text: String) {
            (self.status, self.headers, self.text) = (status, headers, text)
        }

        package var json: [String: JSONTree] {
            get throws { try JSONDecoder().decode([String: JSONTree].self, from: Data(text.utf8)) }
        }
        package var code: String? { get throws { try json["code"]?.text } }
        /// The text without the request id of a problem.
        package var said: String { text.replacing(#/"requestId":"[0-9a-f]*"/#, with: "") }
    }

    package static func run(
        entrance: Entrance = .network, limits: RateLimits? = nil, scheduler: TenantScheduler? = nil,
        proxies: TrustedProxies? = nil, peer: String? = nil, clock: any Clock<Duration> = StillClock(),
        beside others: [TenantName: TestHouse] = [:], _ body: @Sendable @escaping (Scene) async throws -> Void
    ) async throws {
        let house = try TestHouse(channels: [.slack], clock: clock)
        let person = try await house.person()
        var keys: [RoleName: String] = [:]
        keys[.patient] = try await house.tenancy.keys.create(name: "p", for: .patient(person), by: .command).secret.text
        keys[.laboratory] = try await house.tenancy.keys.create(
            name: "l", for: .laboratory("Nairobi"), by: .command
        ).secret.text
        keys[.clinician] = try await house.tenancy.keys.create(name: "c", for: .clinician, by: .command).secret.text
        keys[.consumer] = try await house.tenancy.keys.create(name: "q", for: .consumer, by: .command).secret.text
        keys[.app] = try await house.tenancy.keys.create(name: "phones", for: .app, by: .command).secret.text
        keys[.administrator] = try await house.tenancy.keys.create(
            name: "a", for: .administrator, by: .command
        ).secret.text
        var quiet = Logger(label: "test")
        quiet.logLevel = .critical
        let app = Application(
            responder: FromPeer(
                peer: peer,
                responder: house.router(
                    at: entrance, limits: limits, scheduler: scheduler, proxies: proxies, beside: others
                ).buildResponder()),
            logger: quiet)
        try await house.withWorkers { [keys] in
            try await app.test(.router) { client in
                try await body(Scene(house: house, client: client, person: person, keys: keys))
            }
        }
    }

    /// The same tenant through the control socket.
    package func onMachine(_ body: @Sendable @escaping (Scene) async throws -> Reply) async throws -> Reply {
        let app = Application(responder: house.router(at: .machine).buildResponder(), logger: .quiet)
        return try await app.test(.router) { [house, person] client in
            try await body(Scene(house: house, client: client, person: person, keys: [:]))
        }
    }

    /// A laboratory reports a critical level, which raises an alert.
    package func raiseAlert() async throws {
        _ = try await post(
            "/api/v1/results", as: .laboratory,
            json: """
                {"reference": "N-1", "kitCode": "FU-KIT-2025110701-X", "testDate": "2026-11-20",
                 "level": {"value": 820, "unit": "mg/dL"}}
                """)
    }

    package func get(_ path: String, as role: RoleName?) async throws -> Reply {
        try await send(.get, path, as: role, type: nil, body: nil)
    }

    package func post(_ path: String, as role: RoleName?, json: String, _ headers: [String: String] = [:]) async throws
        -> Reply
    {
        try await send(.post, path, as: role, type: "application/json", body: Array(json.utf8), headers)
    }

    package func post(_ path: String, as role: RoleName?, photo: [UInt8]?, barcode: String? = nil) async throws -> Reply
    {
        var body: [UInt8] = []
        if let barcode {
            body += "--b\r\nContent-Disposition: form-data; name=\"barcode\"\r\n\r\n\(barcode)\r\n".utf8
        }
        if let photo {
            body += "--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"p\"\r\n\r\n".utf8
            body += photo + Array("\r\n".utf8)
        }
        body += "--b--\r\n".utf8
        return try await send(.post, path, as: role, type: "multipart/form-data; boundary=b", body: body)
    }

    package func send(
        _ method: HTTPRequest.Method, _ path: String, as role: RoleName?, key: String? = nil, type: String?,
        body: [UInt8]?, _ more: [String: String] = [:]
    ) async throws -> Reply {
        var headers: HTTPFields = [:]
        for (name, text) in more { if let name = HTTPField.Name(name) { headers[name] = text } }
        if let type { headers[.contentType] = type }
        if let name = HTTPField.Name("X-API-Key") { headers[name] = key ?? role.flatMap { keys[$0] } }
        let buffer = body.map { ByteBuffer(bytes: $0) }
        return try await client.execute(uri: path, method: method, headers: headers, body: buffer) {
            Reply(status: $0.status.code, headers: $0.headers, text: String(buffer: $0.body))
        }
    }
}

extension TestHouse {
    /// The server's router, with this as its first tenant.
    package func router(
        at entrance: Entrance = .network, metering: Metering = .none, limits: RateLimits? = nil,
        scheduler: TenantScheduler? = nil, proxies: TrustedProxies? = nil, beside others: [TenantName: TestHouse] = [:]
    ) -> Router<FairKitContext> {
        let limiter = limits.map {
            RateLimiter(
                $0, now: { [time] in time.now.milliseconds * 1_000_000 }, metrics: NOOPMetricsHandler.instance,
                logger: .quiet)
        }
        let houses = others.merging([.standard: self]) { $1 }
        let shared = SharedServices(
            scheduler: scheduler, limiter: entrance == .network ? limiter : nil, proxies: proxies, tokens: tokens,
            publicURL: try? PublicURL("https://kit.example.org"), metering: metering, archive: recordArchive,
            ready: { try await self.tenancy.operations.readiness() },
            enter: { name throws(TenantFailure) in
                guard let house = houses[name] else { throw .unknown }
                return TenantHandle(TestHouse.tenant, name, house.tenancy, keeper: house)
            })
        return FairKitHTTP.router(at: entrance, with: Route.pages, sharing: shared)
    }

    private var tokens: AccessTokens {
        AccessTokens(keys: signing, issuer: "https://kit.example.org", now: { [time] in time.now })
    }
}

/// Passes on requests as if they came from an address.
private struct FromPeer: HTTPResponder {
    let peer: String?
    let responder: RouterResponder<FairKitContext>

    func respond(to request: Request, context: FairKitContext) async throws -> Response {
        if let peer, let channel = context.channel as? NIOAsyncTestingChannel {
            channel.remoteAddress = try SocketAddress(ipAddress: peer, port: 40_000)
        }
        return try await responder.respond(to: request, context: context)
    }
}

extension JSONTree {
    package var text: String? { if case .text(let value) = self { value } else { nil } }
    package var number: Decimal? { if case .number(let value) = self { value } else { nil } }
    package var members: Set<String>? { if case .object(let value) = self { Set(value.keys) } else { nil } }
    package var list: [JSONTree]? { if case .list(let value) = self { value } else { nil } }
    package subscript(name: String) -> JSONTree? { if case .object(let value) = self { value[name] } else { nil } }
}
