import FairKitCore
import FairKitFrame
import FairKitStore
import HTTPTypes
import Support
import Testing

@Suite struct `Unknown addresses that sign in to an account` {
    private func inScene(
        limits: RateLimits? = nil, _ body: @Sendable @escaping (Scene) async throws -> Void
    ) async throws {
        try await Scene.run(limits: limits, proxies: .local, peer: "127.0.0.1", clock: InstantClock(), body)
    }

    private static func address(_ number: Int) -> String { "198.51.\(number / 200).\(number % 200 + 1)" }

    private static func mails(_ scene: Scene) async throws -> [OutboxEntry] {
        try await scene.house.store.read { (tx) throws(DatabaseError) in
            try tx.mails()
        }
        .filter { $0.notice.kind == .guessing }
    }

    private static func entries(_ scene: Scene) async throws -> [String?] {
        let page = try await scene.get("/api/v1/audit?action=account.strangers-refused", as: .administrator)
        return try page.json["items"]?.list?.map { $0["object"]?.text } ?? []
    }

    @Test func `have a hundred wrong passwords a day, and its owner continues at known addresses`() async throws {
        try await inScene { scene in
            let ada = try await scene.patient()
            for number in 0..<100 {
                #expect(try await scene.login(ada.email, "wrong", from: Self.address(number)).status == 401)
            }
            let refused = try await scene.login(ada.email, from: Self.address(500))
            #expect(refused.status == 429)
            #expect(try refused.code == "sign-in-locked")
            #expect(try await scene.login(ada.email).status == 200, "a known place")
            #expect(try await Self.entries(scene) == [ada.accountID])
            let mail = try #require(try await Self.mails(scene).first)
            #expect(try await Self.mails(scene).count == 1)
            #expect(mail.recipient == ada.email)
            scene.house.time.advance(by: .seconds(86_401))
            #expect(try await scene.login(ada.email, from: Self.address(500)).status == 200)
        }
    }

    @Test func `do not learn whether the account exists`() async throws {
        try await inScene { scene in
            _ = try await scene.patient()
            var told: [String: [String]] = [:]
            for email in ["ada@example.org", "nobody@example.org"] {
                for number in 0..<102 {
                    let reply = try await scene.login(email, "wrong", from: Self.address(number))
                    told[email, default: []].append("\(reply.status) \(reply.said) \(reply.headers[.retryAfter] ?? "")")
                }
            }
            #expect(told["ada@example.org"] == told["nobody@example.org"])
            #expect(try await Self.mails(scene).map { $0.recipient } == ["ada@example.org"])
        }
    }

    @Test func `stop blocking after a password reset by mail, and are reported once a day`()
        async throws
    {
        try await inScene { scene in
            let ada = try await scene.patient()
            for number in 0..<100 { _ = try await scene.login(ada.email, "wrong", from: Self.address(number)) }
            scene.house.time.advance(by: .seconds(61))
            _ = try await scene.post("/api/v1/auth/password/forgot", #"{"email": "\#(ada.email)"}"#)
            let secret = try await scene.mailedSecret(to: ada.email)
            let reset = try await scene.post(
                "/api/v1/auth/password/reset", #"{"token": "\#(secret)", "password": "another good phrase"}"#,
                from: "203.0.113.9")
            #expect(reset.status == 204)
            for number in 0..<100 { _ = try await scene.login(ada.email, "wrong", from: Self.address(200 + number)) }
            #expect(try await scene.login(ada.email, "another good phrase", from: "203.0.113.10").status == 429)
            #expect(try await scene.login(ada.email, "another good phrase", from: "203.0.113.9").status == 200)
            #expect(try await Self.mails(scene).count == 1)
            #expect(try await Self.entries(scene).count == 2)
        }
    }

    @Test func `with its token have a hundred tries a day, which block no sign-in`() async throws {
        try await inScene { scene in
            let ada = try await scene.patient()
            func end(_ password: String, from number: Int) async throws -> Int {
                try await scene.send(
                    .delete, "/api/v1/auth/sessions", as: nil, type: "application/json",
                    body: Array(#"{"password": "\#(password)"}"#.utf8),
                    ada.bearer.merging(["X-Forwarded-For": Self.address(number)]) { $1 }
                ).status
            }
            for number in 0..<100 { #expect(try await end("wrong", from: number) == 401) }
            #expect(try await end(Scene.password, from: 500) == 429)
            #expect(try await scene.login(ada.email, from: Self.address(501)).status == 200)
            #expect(try await Self.entries(scene) == [ada.accountID])
        }
    }

    @Test func `use up an address's rate limit, and people who have signed in there continue`() async throws {
        let limits = RateLimits(
            key: nil, account: nil, address: RateLimit("0.001/4"), signIn: RateLimit(every: .seconds(600), burst: 6))
        try await inScene(limits: limits) { scene in
            // From one address: registering takes a request; confirming and signing in are counted by link and person.
            let ada = try await scene.patient()
            for _ in 0..<5 { _ = try await scene.login("eve@example.org", "wrong") }
            let stranger = try await scene.login("eve@example.org", "wrong")
            #expect(stranger.status == 429)
            #expect(try stranger.code == "rate-limited")
            #expect(try await scene.login(ada.email).status == 200)
            #expect(try await scene.login(ada.email, "wrong").status == 401, "it counts as any")
            // Checking is counted, too.
            for _ in 0..<3 { #expect(try await scene.login("eve@example.org", "wrong").status == 429) }
            #expect(try await scene.login(ada.email).status == 429)
        }
    }

    @Test func `with accounts of their own at a known address get no more hashing than others`() async throws {
        let limits = RateLimits(
            key: nil, account: nil, address: RateLimit("0.001/100"), signIn: RateLimit(every: .seconds(600), burst: 3))
        try await inScene(limits: limits) { scene in
            let ada = try await scene.patient()
            var statuses: [Int] = []
            for _ in 0..<5 { statuses.append(try await scene.login(ada.email).status) }
            #expect(statuses == [200, 200, 200, 200, 429], "with registering, as often as a person and an address may")
        }
    }

    @Test func `in one IPv6 network are counted by household and organisation, too`() async throws {
        let limits = RateLimits(
            key: nil, account: nil, address: RateLimit("0.001/1"), signIn: RateLimit(every: .seconds(600), burst: 2))
        try await inScene(limits: limits) { scene in
            func knock(_ address: String) async throws -> Int {
                try await scene.login("eve\(address)@example.org", "wrong", from: address).status
            }
            func letIn(_ addresses: [String]) async throws -> Int {
                var count = 0
                for address in addresses where try await knock(address) != 429 { count += 1 }
                return count
            }
            let household = (0..<20).map { "2001:db8:0:\(String(0x100 + $0, radix: 16))::1" }
            let site = (0..<40).map { "2001:db8:0:\(String($0 + 2, radix: 16))00::1" }
            let counts = [
                try await letIn(household), try await letIn(site), try await letIn(["2001:db8:1::1", "192.0.2.1"]),
            ]
            #expect(counts == [8, 24, 2])
        }
    }

    @Test(arguments: [
        ("DELETE", "/api/v1/auth/sessions"), ("DELETE", "/api/v1/auth/sessions/00000000-0000-7000-8000-000000000000"),
        ("POST", "/api/v1/auth/password"), ("POST", "/api/v1/auth/me/mfa"), ("DELETE", "/api/v1/auth/me/mfa"),
        ("POST", "/api/v1/auth/me/backup-codes"), ("DELETE", "/api/v1/auth/me"),
        ("POST", "/api/v1/profiles/{own}/erase"),
    ])
    func `may confirm the password as often as they may sign in`(method: String, path: String) async throws {
        let limits = RateLimits(
            key: nil, account: RateLimit("100/100"), address: nil, signIn: RateLimit(every: .seconds(6), burst: 3))
        try await inScene(limits: limits) { scene in
            let ada = try await scene.patient()
            let profile = try await scene.send(.get, "/api/v1/auth/me", as: ada).json["profileId"]?.text
            let path = path.replacing("{own}", with: profile ?? "")
            var statuses: [Int] = []
            for _ in 0..<4 {
                let json = #"{"password": "wrong", "oldPassword": "wrong", "newPassword": "another good phrase"}"#
                statuses.append(
                    try await scene.send(try #require(HTTPRequest.Method(method)), path, as: ada, json: json).status)
            }
            #expect(!statuses.prefix(3).contains(429) && statuses[3] == 429, "\(statuses)")
            #expect(try await scene.send(.get, "/api/v1/auth/me", as: ada).status == 200, "the rest goes on")
        }
    }
}
