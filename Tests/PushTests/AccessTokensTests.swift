import FairKitCore
import OutboundHTTP
import Push
import Testing

@Suite(.timeLimit(.minutes(10))) struct `The access tokens for FCM` {
    private let clock = SetClock()

    private func tokens(at url: String) throws -> (AccessTokens, HTTPSender) {
        let now: Now = { [clock] in clock.now }
        let account = try ServiceAccount(json: try serviceAccount(tokenURL: "\(url)/token"), allowsPrivate: true)
        let sender = try localSender(now: now)
        return (AccessTokens(account, sender: sender, now: now), sender)
    }

    private static func issuing() -> LocalServer {
        LocalServer { _, number in
            (200, #"{"access_token":"t\#(number)","expires_in":3600,"token_type":"Bearer"}"#)
        }
    }

    @Test func `are requested once for many who wait`() async throws {
        let server = Self.issuing()
        try await server.run { url in
            let (tokens, sender) = try self.tokens(at: url)
            let texts = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<50 { group.addTask { try await tokens.token() } }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(texts == ["t0"])
            #expect(server.paths == ["/token"])
            await sender.close()
        }
    }

    @Test func `are used until five minutes before their end`() async throws {
        try await Self.issuing().run { url in
            let (tokens, sender) = try self.tokens(at: url)
            #expect(try await tokens.token() == "t0")
            clock.advance(bySeconds: 3299)
            #expect(try await tokens.token() == "t0")
            clock.advance(bySeconds: 1)
            #expect(try await tokens.token() == "t1")
            #expect(try await tokens.token(insteadOf: "t1") == "t2")
            // A request that got an older one uses the newest.
            #expect(try await tokens.token(insteadOf: "t1") == "t2")
            await sender.close()
        }
    }

    @Test func `are requested again after a failure`() async throws {
        let server = LocalServer { _, number in
            number == 0 ? (503, "") : (200, #"{"access_token":"t","expires_in":3600}"#)
        }
        try await server.run { url in
            let (tokens, sender) = try self.tokens(at: url)
            let first = await #expect(throws: AccessTokens.Refused.self) { try await tokens.token() }
            #expect(first?.answer.outcome == .postponed)
            #expect(first?.answer.status == 503)
            #expect(try await tokens.token() == "t")
            await sender.close()
        }
    }

    @Test(arguments: [
        (200, "{}", SendOutcome.malformed), (200, #"{"access_token":"","expires_in":3600}"#, .malformed),
        (200, #"{"access_token":"a\r\nb","expires_in":3600}"#, .malformed),
        (200, #"{"access_token":"a","expires_in":0}"#, .malformed),
        (400, #"{"error":"invalid_grant"}"#, .unauthorized), (401, "", .unauthorized), (429, "", .postponed),
        (302, "", .refused),
    ]) func `are refused for the reason that the answer has`(status: Int, body: String, outcome: SendOutcome)
        async throws
    {
        try await LocalServer({ _, _ in (status, body) }).run { url in
            let (tokens, sender) = try self.tokens(at: url)
            let error = await #expect(throws: AccessTokens.Refused.self) { try await tokens.token() }
            #expect(error?.answer.outcome == outcome)
            await sender.close()
        }
    }
}
