import FairKitCore
import FairKitService
import HTTPSupport
import HTTPTypes
import Support
import Testing

@Suite struct `Work and time` {
    @Test func `the nights of the clock change have no gap and no double hour, and name the zone`() async throws {
        try await Scene.run { scene in
            // 27 March 2027, 12:00 UTC: in the night the clocks go forward.
            scene.house.time.advance(by: .seconds(126 * 86_400))
            let (_, ana) = try await scene.clinician("ana@example.org")
            var (browser, ben) = try await scene.clinician("ben@example.org")
            try await scene.team(of: [ana, ben])
            let page = try await browser.open("/on-call").text
            #expect(
                page.contains(
                    "<th scope=\"row\">Now: until <time datetime=\"2027-03-27T19:00:00Z\">27 March 2027, 20:00 (Europe/Madrid)</time></th>"
                ) || page.contains("20:00 (Europe/Madrid)"))
            #expect(
                page.contains("27 March 2027, 20:00 (Europe/Madrid)")
                    && page.contains("28 March 2027, 08:00 (Europe/Madrid)"))
            #expect(page.contains("datetime=\"2027-03-28T06:00:00"), "an hour earlier in UTC than the day before")
            let team = try #require(page.split(separator: "<h2>on-call</h2>").last)
            #expect(!team.contains("No one is on call") && !page.contains("2 at once"))
            #expect(page.contains("<h2>My shifts</h2>") && page.contains("Nights &lt;all&gt;"))
        }
    }

    @Test func `gaps and double covers are shown`() async throws {
        try await Scene.run { scene in
            let (_, ana) = try await scene.clinician("ana@example.org")
            var (browser, ben) = try await scene.clinician("ben@example.org")
            let named = try await browser.open("/on-call").text
            #expect(named.contains("<h2>backup</h2>") && named.contains("Escalations name this team"))
            #expect(named.contains("<h2>on-call</h2>") && !named.contains("href=\"/teams\""))
            #expect(named.contains("You can hand over shifts of your own"), "what a clinician may change")
            try await scene.team(of: [ana, ben], to: "06:00")
            let there = try await browser.open("/on-call").text
            let team = try #require(there.split(separator: "<h2>on-call</h2>").last)
            #expect(team.contains("No one is on call") && !team.contains("Escalations name this team"))
            let id = try #require(AccountID(ben.accountID))
            let until = scene.house.time.now.advanced(by: .seconds(3600))
            let other = try #require(AccountID(ana.accountID))
            _ = try await scene.house.tenancy.teams.addOverride(
                to: "on-call", of: id, replacing: nil, from: nil, until: until, note: nil,
                by: scene.house.caller(.administrator))
            _ = try await scene.house.tenancy.teams.addOverride(
                to: "on-call", of: other, replacing: nil, from: nil, until: until, note: nil,
                by: scene.house.caller(.administrator))
            let page = try await browser.open("/on-call").text
            #expect(page.contains("2 at once"))
            let home = try await browser.open("/home").text
            #expect(home.contains("You are on call") && home.contains("<b>on-call</b>"))
            var patient = Browser(scene)
            _ = try await patient.signIn(as: try await scene.patient())
            #expect(try await patient.open("/on-call").status == 403)
        }
    }

    @Test func `each tile leads to a list with as many rows as it says, and none is empty`() async throws {
        try await Scene.run { scene in
            var (browser, _) = try await scene.clinician()
            let nothing = try await browser.open("/home").text
            #expect(nothing.contains("Nothing waits for you") && !nothing.contains("class=\"tiles\""))
            _ = try await scene.raiseThree(in: &browser)
            let home = try await browser.open("/home").text
            let tiles = home.matches(of: #/<li class="\w*"><a href="([^"]+)"><b>(\d+)<\/b>/#)
            #expect(tiles.map { String($0.2) } == ["2", "1"])
            for tile in tiles {
                let list = try await browser.open(String(tile.1)).text
                #expect(list.matches(of: #/<li class="critical"/#).count == Int(tile.2))
            }
            #expect(home.contains("The most urgent alert") && home.contains("data-confirm"))
        }
    }
}

extension Scene {
    /// Raises three alerts, and acknowledges the first one in a clinician's browser.
    /// - Returns: the id of the first one.
    func raiseThree(in browser: inout Browser) async throws -> String {
        try await raiseAlert()
        let first = try await openAlert()
        for number in 2...3 {
            _ = try await report("820", kit: KitCode.numbered(number), reference: "N-\(number)")
        }
        let token = try Browser.token(in: try await browser.open("/alerts/\(first)"))
        let fields = Scene.readBack.merging(["token": token]) { $1 }
        #expect(try await browser.send("/alerts/\(first)/acknowledge", fields).status == 303)
        return first
    }
}
