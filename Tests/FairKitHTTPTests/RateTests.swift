import FairKitCore
import FairKitFrame
import HTTPTypes
import Support
import Testing

@Suite struct `A client above its rate limit` {
    /// Keys: burst 3, then one per second. Addresses: burst 2. Sign-ins: burst 2, then one in six seconds.
    private let limits: RateLimits

    private static let policy = HTTPField.Name("RateLimit-Policy")
    private static let rate = HTTPField.Name("RateLimit")

    init() throws {
        limits = RateLimits(
            key: RateLimit("1/3"), account: nil, address: RateLimit("0.5/2"),
            signIn: RateLimit(every: .seconds(6), burst: 2), alertLists: RateLimit("1/20"))
    }

    private static func fields(_ reply: Scene.Reply) -> [String?] {
        [policy, rate, HTTPField.Name.retryAfter].map { $0.flatMap { reply.headers[$0] } }
    }

    @Test func `sees its remaining requests in every response, and then gets 429`() async throws {
        try await Scene.run(limits: limits) { scene in
            let policy = #""key";q=3;w=3"#
            for (left, path, status) in [
                (2, "/api/v1/results", 200), (1, "/api/v1/audit", 403), (0, "/api/v1/results?x=y", 422),
            ] {
                let reply = try await scene.get(path, as: .clinician)
                #expect(reply.status == status)
                #expect(Self.fields(reply) == [policy, #""key";r=\#(left);t=1"#, nil], "\(path)")
            }
            let refused = try await scene.get("/api/v1/results", as: .clinician)
            #expect(refused.status == 429)
            #expect(try refused.code == "rate-limited")
            #expect(refused.headers[.contentType] == "application/problem+json")
            #expect(Self.fields(refused) == [policy, #""key";r=0;t=1"#, "1"])
            let other = try await scene.get("/api/v1/results", as: .patient)
            #expect(other.status == 200, "others go on")
            scene.house.time.advance(by: .seconds(1))
            #expect(try await scene.get("/api/v1/results", as: .clinician).status == 200)
            #expect(try await scene.get("/api/v1/results", as: .clinician).status == 429)
        }
    }

    @Test func `still claims and acks deliveries`() async throws {
        try await Scene.run(limits: limits) { scene in
            try await scene.raiseAlert()
            for _ in 0..<4 { _ = try await scene.get("/api/v1/alert-rules", as: .consumer) }
            #expect(try await scene.get("/api/v1/alert-rules", as: .consumer).status == 429)
            let group = "/api/v1/alert-groups/default"
            for _ in 0..<5 {
                #expect(try await scene.get("\(group)/waiting", as: .consumer).status == 200)
                #expect(try await scene.get("/api/v1/alerts", as: .consumer).status == 200)
            }
            let claimed = try await scene.post("\(group)/claim", as: .consumer, json: "{}")
            #expect(claimed.status == 200)
            #expect(Self.fields(claimed) == [nil, nil, nil])
            let item = try #require(try claimed.json["items"]?.list?.first)
            let (token, alert) = (try #require(item["token"]?.text), try #require(item["alertId"]?.text))
            #expect(try await scene.get("/api/v1/alerts/\(alert)", as: .consumer).status == 200)
            let body = #"{"token": "\#(token)"}"#
            #expect(try await scene.post("\(group)/extend", as: .consumer, json: body).status == 200)
            #expect(try await scene.post("\(group)/ack", as: .consumer, json: body).status == 200)
            let released = try await scene.post("\(group)/release", as: .consumer, json: body)
            #expect(released.status == 409)
            #expect(try await scene.get("/api/v1/ws", as: .consumer).status == 426)
            let stream = try await scene.get("/api/v1/alerts/stream?after=1000000", as: .consumer)
            #expect(stream.status != 429)
            // An address may read two documents at once.
            for path in ["/health/live", "/health/ready", "/docs", "/health/live"] {
                #expect(try await scene.get(path, as: .consumer).status == 200, "\(path)")
            }
        }
    }

    @Test func `without a valid key is limited by address, and locks out no client with one`() async throws {
        try await Scene.run(limits: limits) { scene in
            let policy = #""address";q=2;w=4"#
            #expect(try await scene.get("/api/v1/results", as: .clinician).status == 200)
            for left in [1, 0] {
                let reply = try await scene.get("/api/v1/results", as: nil)
                #expect(reply.status == 401)
                #expect(Self.fields(reply) == [policy, #""address";r=\#(left);t=2"#, nil])
            }
            let refused = try await scene.get("/api/v1/results", as: nil)
            #expect(refused.status == 429)
            #expect(Self.fields(refused) == [policy, #""address";r=0;t=2"#, "2"])
            #expect(try await scene.get("/api/v1/results", as: .clinician).status == 200, "it has opened before")
            #expect(try await scene.get("/api/v1/results", as: .patient).status == 429, "it may be a guess")
            scene.house.time.advance(by: .seconds(2))
            #expect(try await scene.get("/api/v1/results", as: .patient).status == 200)
        }
    }

    @Test func `is counted alike with and without alerts, and for unknown tenants`() async throws {
        let ways: [(String, [String: String])] = [
            ("/api/v1/alert-rules", [:]), ("/api/v1/alerts", [:]), ("/metrics", [:]),
            ("/api/v1/alert-rules", ["X-Tenant-ID": "nobody"]), ("/api/v1/alerts", ["X-Tenant-ID": "No body"]),
        ]
        for (path, headers) in ways {
            try await Scene.run(limits: limits) { scene in
                var told: [[String?]] = []
                for _ in 0..<3 {
                    let reply = try await scene.send(.get, path, as: nil, type: nil, body: nil, headers)
                    told.append(["\(reply.status)"] + Self.fields(reply))
                }
                let policy = #""address";q=2;w=4"#
                #expect(
                    told == [
                        ["401", policy, #""address";r=1;t=2"#, nil], ["401", policy, #""address";r=0;t=2"#, nil],
                        ["429", policy, #""address";r=0;t=2"#, "2"],
                    ], "\(path) \(headers)")
                #expect(try await scene.get("/api/v1/alerts", as: .consumer).status == 200)
            }
        }
    }

    @Test func `is identified by its peer address, unless a trusted proxy forwards it`() async throws {
        for (proxies, peer) in [(nil, "192.0.2.5"), (try TrustedProxies("192.0.2.4/31"), "192.0.2.5")] {
            try await Scene.run(limits: limits, proxies: proxies, peer: peer) { scene in
                func knock(_ said: String) async throws -> Int {
                    try await scene.send(
                        .get, "/api/v1/results", as: nil, type: nil, body: nil,
                        ["X-Forwarded-For": said, "Forwarded": "for=\(said)"]
                    ).status
                }
                var statuses: [Int] = []
                for number in 1...4 { statuses.append(try await knock("198.51.100.\(number)")) }
                #expect(statuses == (proxies == nil ? [401, 401, 429, 429] : [401, 401, 401, 401]))
                for number in 1...3 where proxies != nil {
                    let status = try await knock("203.0.113.\(number), 198.51.100.9, 192.0.2.4")
                    #expect(status == (number == 3 ? 429 : 401), "what a client says of itself counts nothing")
                }
            }
        }
    }

    @Test func `that bypasses the proxy is refused, whatever it sends`() async throws {
        try await Scene.run(proxies: try TrustedProxies("10.0.0.0/24"), peer: "10.0.1.7") { scene in
            for path in ["/api/v1/alerts", "/metrics", "/docs", "/shared/results"] {
                let reply = try await scene.send(
                    .get, path, as: .administrator, type: nil, body: nil, ["X-Forwarded-For": "10.0.0.1"])
                #expect(reply.status == 421, "\(path)")
                #expect(try reply.code == "not-by-proxy")
            }
            #expect(try await scene.get("/health/live", as: nil).status == 200)
        }
    }

    @Test(arguments: ["/api/v1/auth/login", "/api/v1//auth/login", "/api/v1/auth/password/forgot"])
    func `that signs in is limited before any password is checked`(path: String) async throws {
        try await Scene.run(limits: limits, proxies: .local, peer: "::1") { scene in
            func knock(from address: String) async throws -> Scene.Reply {
                try await scene.send(.post, path, as: nil, type: nil, body: nil, ["X-Forwarded-For": address])
            }
            for left in [1, 0] {
                let reply = try await knock(from: "192.0.2.1")
                #expect(reply.status != 429)
                #expect(Self.fields(reply) == [#""sign-in";q=2;w=12"#, #""sign-in";r=\#(left);t=6"#, nil])
            }
            let refused = try await knock(from: "192.0.2.1")
            #expect(refused.status == 429)
            #expect(refused.headers[.retryAfter] == "6")
            #expect(try await knock(from: "192.0.2.2").status != 429)
            scene.house.time.advance(by: .seconds(6))
            #expect(try await knock(from: "192.0.2.1").status != 429)
        }
    }

    @Test func `without rights to alerts is limited on alert routes, too`() async throws {
        try await Scene.run(limits: limits) { scene in
            for status in [403, 403, 403, 429] {
                let reply = try await scene.get("/api/v1/alerts", as: .laboratory)
                #expect(reply.status == status)
            }
        }
    }

    /// Otherwise a stranger behind the same address could lock out a client with a valid token, which would then miss
    /// alerts.
    @Test func `with invalid refresh tokens is limited by address, and clients with valid ones are not`() async throws {
        let limits = RateLimits(key: nil, account: nil, address: RateLimit("0.5/2"), signIn: nil)
        try await Scene.run(limits: limits) { scene in
            let ada = try await scene.patient()
            let none = "fr_\(String(repeating: "A", count: 43))"
            for status in [401, 401, 429] {
                let reply = try await scene.post("/api/v1/auth/refresh", #"{"refreshToken": "\#(none)"}"#)
                #expect(reply.status == status)
            }
            let refreshed = try await scene.post(
                "/api/v1/auth/refresh", #"{"refreshToken": "\#(ada.refreshToken)"}"#)
            #expect(refreshed.status == 200)
        }
    }

    @Test func `on the control socket has no limit`() async throws {
        try await Scene.run(entrance: .machine, limits: limits) { scene in
            for _ in 0..<10 {
                let reply = try await scene.get("/api/v1/keys", as: nil)
                #expect(reply.status == 200)
                #expect(Self.fields(reply) == [nil, nil, nil])
            }
        }
    }

    @Test func `leaves no entry in the audit log`() async throws {
        try await Scene.run(limits: limits) { scene in
            for _ in 0..<3 { _ = try await scene.get("/api/v1/alert-rules", as: .consumer) }
            let before = try await scene.house.entries()
            for _ in 0..<20 { _ = try await scene.get("/api/v1/alert-rules", as: .consumer) }
            #expect(try await scene.house.entries() == before)
        }
    }
}
