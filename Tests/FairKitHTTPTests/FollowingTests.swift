import FairKitCore
import FairKitHTTP
import HTTPTypes
import Support
import Testing

@Suite struct `A stream of events` {
    @Test(.timeLimit(.minutes(10))) func `ends when its access token expires`() async throws {
        // At a high priority: sixty heartbeats have to arrive within the client's timeout of twenty seconds.
        try await Task(priority: .high) { try await followUntilTheEnd() }.value
    }

    private func followUntilTheEnd() async throws {
        let clock = PassingClock()
        try await Scene.run(clock: clock) { scene in
            let clinician = try await scene.staff("clinician", "wanjiru@example.org")
            try await scene.raiseAlert()
            clock.advance(scene.house.time)
            func follow() async throws -> Scene.Reply {
                try await scene.follow("/api/v1/alerts/stream?after=0", clinician.bearer)
            }
            let line = try await follow()
            #expect(line.status == 200)
            #expect(line.text.split(separator: ": heartbeat", omittingEmptySubsequences: false).count == 900 / 15)
            #expect(line.text.contains("event: raised"))
            #expect(try await follow().status == 401)
        }
    }

    @Test(arguments: [
        ("https://kit.example.org", false), ("https://elsewhere.example", true), ("null", true),
        ("https://kit.example.org:8443", true), ("http://kit.example.org", true), ("https://kit.example.org/", true),
    ])
    func `is refused to pages of other origins`(origin: String, isRefused: Bool) async throws {
        try await Scene.run { scene in
            let path = "/api/v1/ws"
            let reply = try await scene.send(.get, path, as: .consumer, type: nil, body: nil, ["Origin": origin])
            // Without the headers of a handshake the request ends here.
            #expect(reply.status == (isRefused ? 403 : 426))
            #expect(try reply.code == (isRefused ? "foreign-origin" : "upgrade-required"))
            #expect(try await scene.get(path, as: .consumer).status == 426, "most programs say no origin")
        }
    }
}
