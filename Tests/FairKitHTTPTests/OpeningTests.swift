import CoreMetrics
import FairKitCore
import FairKitFrame
import FairKitHTTP
import FairKitService
import FairKitStore
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Support
import Synchronization
import Testing

/// The names `closed-…` belong to tenants that requests could open; `nowhere` does not exist.
@Suite struct `A closed tenant stays closed` {
    private final class Openings: Sendable {
        let names = Mutex<[String]>([])
    }

    private let limits = RateLimits(
        key: nil, account: nil, address: RateLimit(every: .seconds(1000), burst: 3),
        signIn: RateLimit(every: .seconds(1000), burst: 3))
    private let openings = Openings()
    private static let unknown = "fk_" + String(repeating: "A", count: 43)

    /// The response to a request to a tenant, without its date.
    private struct Told: Hashable {
        let status: Int
        let headers: [String]
        let body: String
    }

    /// - Parameter keys: the keys of the tenants; nil: the tenants were not opened yet.
    private func run(
        knowing keys: KnownKeys? = nil, in house: TestHouse? = nil,
        _ body:
            @escaping @Sendable (
                (_ path: String, _ method: HTTPRequest.Method, _ tenant: String, _ key: String?) async throws -> Told
            ) async throws -> Void
    ) async throws {
        let house = try house ?? TestHouse()
        let limiter = RateLimiter(
            limits, now: { [time = house.time] in time.now.milliseconds * 1_000_000 },
            metrics: NOOPMetricsHandler.instance, logger: .quiet)
        let shared = SharedServices(
            limiter: limiter,
            tokens: AccessTokens(
                keys: house.signing, issuer: "https://example.org", now: { [time = house.time] in time.now }),
            ready: { Readiness(isDiskFull: false) },
            summary: { [time = house.time] name in
                if name.description == "nowhere" { return (TenantSummary(now: { time.now }), .closed) }
                let summary = TenantSummary(of: TestHouse.tenant, now: { time.now })
                if let keys { summary.know(keys) }
                return (summary, .closed)
            },
            enter: { [openings] name throws(TenantFailure) in
                guard name.description != "nowhere" else { throw .unknown }
                openings.names.withLock { $0.append(name.description) }
                return TenantHandle(TestHouse.tenant, name, house.tenancy, keeper: house)
            })
        try await Application(router: router(at: .network, sharing: shared), logger: .quiet).test(.router) { client in
            try await body { path, method, tenant, key in
                var headers: HTTPFields = [:]
                if let name = HTTPField.Name("X-Tenant-ID") { headers[name] = tenant }
                if let key, key.hasPrefix("Bearer ") {
                    headers[.authorization] = key
                } else if let key, let name = HTTPField.Name("X-API-Key") {
                    headers[name] = key
                }
                return try await client.execute(uri: path, method: method, headers: headers) {
                    Told(
                        status: $0.status.code, headers: $0.headers.map { "\($0.name): \($0.value)" }.sorted(),
                        body: String(buffer: $0.body))
                }
            }
        }
    }

    @Test(arguments: ["/api/v1/results", "/api/v1/alerts", "/api/v1/alert-groups/default/waiting"])
    func `for a request without credentials, with the same response for each name`(path: String) async throws {
        for name in ["closed-1", "nowhere"] {
            try await run { ask in
                let told = try await [
                    ask(path, .get, name, nil), ask(path, .get, name, nil), ask(path, .get, name, nil),
                ]
                #expect(told.map(\.status) == [401, 401, 401])
                #expect(try await ask(path, .get, name, nil).status == 429)
            }
        }
        let told = Mutex<[String: Told]>([:])
        for name in ["closed-1", "nowhere"] {
            try await run { ask in
                let answer = try await ask(path, .get, name, nil)
                told.withLock { $0[name] = answer }
            }
        }
        #expect(told.withLock { Set($0.values).count } == 1)
        #expect(openings.names.withLock { $0 } == [])
    }

    @Test func `for an address that sent too many unknown keys, except for alerts`() async throws {
        try await run { [openings] ask in
            for number in 1...8 {
                let told = try await ask("/api/v1/results", .get, "closed-\(number)", Self.unknown)
                #expect(told.status == (number <= 3 ? 401 : 429))
            }
            #expect(openings.names.withLock { $0 } == ["closed-1", "closed-2", "closed-3"])
            #expect(try await ask("/api/v1/alerts", .get, "closed-9", Self.unknown).status == 429)
            #expect(openings.names.withLock { $0.last } == "closed-9")
        }
    }

    @Test(arguments: ["/api/v1/results", "/api/v1/alerts"], [unknown, "fk_x", "Bearer a.b.c"])
    func `for credentials of others, with the same response for each name`(
        path: String, credential: String
    ) async throws {
        let house = try TestHouse()
        try await house.store.readKnownKeys()
        let told = Mutex<Set<[Told]>>([])
        for name in ["closed-1", "nowhere"] {
            try await run(knowing: house.store.knownKeys, in: house) { ask in
                var answers: [Told] = []
                for _ in 1...4 { answers.append(try await ask(path, .get, name, credential)) }
                #expect(answers.map(\.status) == [401, 401, 401, 429])
                _ = told.withLock { [answers] in $0.insert(answers) }
            }
        }
        #expect(told.withLock(\.count) == 1)
        #expect(openings.names.withLock { $0 } == [])
    }

    @Test func `except for one of its keys, whatever its address sent before`() async throws {
        let house = try TestHouse()
        try await house.store.readKnownKeys()
        let key = try await house.tenancy.keys.create(name: "a", for: .consumer, by: .command).secret.text
        try await run(knowing: house.store.knownKeys, in: house) { [openings] ask in
            for _ in 1...5 { _ = try await ask("/api/v1/alerts", .get, "closed-1", Self.unknown) }
            #expect(try await ask("/api/v1/alerts", .get, "closed-1", key).status == 200)
            #expect(openings.names.withLock { $0 } == ["closed-1"])
        }
    }

    /// A sign-in may come from an address that its account has used before, which only the tenant knows. It is checked
    /// as often as unknown keys.
    @Test(arguments: [("register", 3), ("refresh", 3), ("login", 5)])
    func `for an address at its limit of sign-ins`(call: String, opened: Int) async throws {
        try await run { [openings] ask in
            for number in 1...8 {
                let told = try await ask("/api/v1/auth/\(call)", .post, "closed-\(number)", nil)
                #expect(told.status == (number <= 3 ? 415 : 429))
            }
            #expect(openings.names.withLock { $0.count } == opened)
        }
    }
}
