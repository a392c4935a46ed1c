import FairKitCore
import HTTPSupport
import Support
import Testing

@Suite struct `Help` {
    private static let clinic = [
        "/accounts/invite", "/accounts", "/keys", "/escalation", "/clinic/health", "/emergencies",
    ]

    /// The answers about a reader's own work, with their links.
    private func answers(_ page: String) throws -> (count: Int, links: [String]) {
        let work = try #require(page.split(separator: "</section>").first { $0.contains("What you do here") })
        let links = work.matches(of: #/<a href="([^"]+)"/#).map { String($0.1) }
        return (work.ranges(of: "<details class=\"more\">").count, links)
    }

    @Test(arguments: [
        (
            RoleName.laboratory,
            ["/kits/arrivals", "/kits", "/results/import", "/results/unmatched", "/results?held=true"]
        ),
        (.administrator, ["/home"] + clinic), (.clinician, ["/alerts", "/emergency", "/profile/factor"]),
        (.patient, ["/kits/new", "/results", "/profile/privacy", "/profile/sessions"]),
    ])
    func `answers what a role asks in its first week, with the way to where it is done`(
        role: RoleName, ways: [String]
    ) async throws {
        try await Scene.run { scene in
            var browser = try await Town(scene).browser(of: role)
            let (count, links) = try answers(try await browser.open("/help").text)
            #expect((5...9).contains(count) && Set(ways).isSubset(of: links), "\(links)")
            for link in links { #expect(try await browser.open(link).status == 200, "\(link)") }
            if role != .administrator { #expect(Set(links).isDisjoint(with: Self.clinic)) }
        }
    }

    @Test func `says before the first account who makes it, and no longer once there is one`() async throws {
        try await Scene.run { scene in
            var browser = Browser(scene)
            for (language, title) in [
                ("en", "No one has an account here yet"), ("es", "Todavía nadie tiene una cuenta aquí"),
                ("sw", "Bado hakuna mwenye akaunti hapa"),
            ] {
                let page = try await browser.open("/sign-in?language=\(language)").text
                #expect(page.contains("<h2>\(title)</h2>") && page.contains("Get started"))
                #expect(page.contains("href=\"/docs/get-started\"") && page.contains("href=\"/invitation\""))
                #expect(page.contains("name=\"password\""), "and the form stands below")
            }
            _ = try await scene.staff("administrator", "root@example.org")
            #expect(!(try await browser.open("/sign-in?language=en").text.contains("No one has an account")))
        }
    }
}
