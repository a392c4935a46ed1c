import FairKitCore
import FairKitService
import HTTPSupport
import HTTPTypes
import Support
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The stream of a page` {
    private func headers(_ browser: Browser) -> [String: String] {
        [
            "Accept": "text/event-stream", "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors",
            "Cookie": browser.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; "),
        ]
    }

    @Test func `ends when its session is locked, which it does not put off`() async throws {
        let clock = PassingClock()
        try await Scene.run(clock: clock) { scene in
            _ = try await scene.house.tenancy.accounts.changeSettings(["inactivity-seconds": "900"], by: .command)
            var (browser, _) = try await scene.clinician()
            let began = scene.house.time.now
            clock.advance(scene.house.time)
            let stream = try await scene.follow("/live", headers(browser))
            #expect(stream.status == 200 && stream.text.contains("event: lock\n"))
            #expect(!stream.text.contains("signed-out"), "what was typed stays")
            let lasted = began.distance(to: scene.house.time.now)
            #expect(lasted >= .seconds(900) && lasted <= .seconds(905), "\(lasted)")
            #expect(
                stream.text.ranges(of: "event: beat").count == 900 / 15, "it wrote every 15 seconds, not more often")
            #expect(try await browser.open("/alerts").status == 303, "the session is locked")
            #expect(try await scene.follow("/live", headers(browser)).status == 401)
        }
    }

    @Test(arguments: ["signed out", "ended elsewhere", "suspended"])
    func `ends within five seconds of its session`(end: String) async throws {
        let clock = ManualClock()
        try await Scene.run(clock: clock) { scene in
            let (signedIn, person) = try await scene.clinician()
            var browser = signedIn
            let page = try await browser.open("/alerts")
            async let stream = scene.follow("/live", headers(signedIn))
            await clock.untilSleeping(1)
            switch end {
            case "signed out":
                let sent = try await browser.send("/sign-out", ["token": try Browser.token(in: page)])
                #expect(sent.status == 303)
            case "ended elsewhere":
                let ended = try await scene.send(
                    .delete, "/api/v1/auth/sessions", as: person, json: #"{"password": "\#(Scene.password)"}"#)
                #expect(ended.status == 204)
            default:
                let id = try #require(AccountID(person.accountID))
                _ = try await scene.house.tenancy.accounts.change(id, .suspend, by: .command)
            }
            clock.advance(by: .seconds(5))
            let text = try await stream.text
            #expect(text.hasSuffix("event: signed-out\ndata: 0\n\n"), "\(text)")
        }
    }
}
