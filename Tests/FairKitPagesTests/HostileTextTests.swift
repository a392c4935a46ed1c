import FairKitCore
import FairKitFrame
import FairKitPages
import HTTPSupport
import HTTPTypes
import Testing

@Suite struct `A hostile text` {
    /// What the address of a page may hold, and what no page knows.
    private static let parameters = [
        "done", "next", "language", "state", "flag", "from", "to", "held", "relation", "openAlerts", "cursor", "find",
        "q", "period", "code",
        "ids", "unit", "mk-name-\"><b>",
    ]

    private func pages(of town: Town) -> [String] {
        let kinds = ["corrected", "withdrawn", "verified", "held", "critical"].map {
            "/results/\(town.records[$0] ?? "")"
        }
        let others = ["/alerts/\(town.records["acknowledged"] ?? "")", "/people/\(town.records["emergency"] ?? "")"]
        let files = [
            "/live", "/assets/{name}", "/results/{id}/report.pdf", "/audit/entries.csv", "/programmes/{id}/figures.csv",
            "/programmes/{id}/figures.pdf",
        ]
        let routes = Route.pages.filter { $0.method == .get && !files.contains($0.path) }
        return routes.map { $0.path(of: "", in: town.records) ?? $0.path } + kinds + others
            + ["/alerts?state=all", "/alerts?state=resolved", "/results?held=true", "/people?relation=care"]
            + ["/alerts/rows?ids=\(town.records["alert"] ?? "")"]
    }

    @Test func `in any field is a text on each page, for each role in each language`() async throws {
        try await Scene.run { scene in
            let hostile = HostileTexts()
            let town = try await Town(scene, hostile.text)
            for role in PageRights.roles {
                var browser = try await town.browser(of: role)
                // Others read few pages with texts of people.
                for language in [.patient, .clinician].contains(role) ? Language.allCases : [.swahili] {
                    try await town.speak(language, as: role)
                    for path in pages(of: town) {
                        let page = try await browser.open(path)
                        #expect(page.status < 500, "\(path)")
                        guard page.headers[.contentType]?.hasPrefix("text/html") == true else { continue }
                        #expect(hostile.faults(in: page.text) == [], "\(path) as \(role) in \(language)")
                    }
                }
            }
            // What no page shows.
            let unseen: Set = ["app", "client", "order", "performer", "specimen", "system"]
            #expect(hostile.unseen == unseen)
        }
    }

    @Test(arguments: PageRights.roles)
    func `that is typed into a form, or into an address, comes back as a text`(role: RoleName) async throws {
        try await Scene.run { scene in
            let hostile = HostileTexts()
            let town = try await Town(scene)
            var browser = try await town.browser(of: role)
            // A page refuses a place in a list that it did not give, and reads the rest of the address without one.
            let query = Self.parameters.filter { !["cursor", "find", "ids"].contains($0) }.map {
                "\($0.percentEncoded)=\(hostile.text("query \($0)", 100).percentEncoded)"
            }
            let place = ["cursor", "find", "ids"].map { "\($0)=\(hostile.text("query \($0)", 100).percentEncoded)" }
            for path in pages(of: town) {
                for query in [query, place] {
                    let address = "\(path)\(path.contains("?") ? "&" : "?")\(query.joined(separator: "&"))"
                    let page = try await browser.open(address)
                    #expect(page.status < 500 && hostile.faults(in: page.text) == [], "\(path)")
                }
                try await send(try await browser.open(path), hostile, &browser)
            }
        }
    }

    /// Sends each form of a page with a hostile text in all that a person can type or choose.
    private func send(_ page: Scene.Reply, _ hostile: HostileTexts, _ browser: inout Browser) async throws {
        let forms = page.text.matches(
            of: #/<form [^>]*method="post"[^>]*action="([^"]+)"[^>]*>(.*?)<\/form>/#.dotMatchesNewlines())
        for form in forms where !["/sign-out", "/unlock", "/stay"].contains(form.1) {
            let names = form.2.matches(of: #/<(?:input|select|textarea|button)[^>]* name="([^"]+)"/#).map {
                String($0.1)
            }
            for isWhole in [true, false] {
                var fields: [String: String] = [:]
                if names.contains("token") { fields["token"] = try Browser.token(in: page) }
                for name in names where name != "token" && name != "key" {
                    fields[name] = (isWhole ? "" : "1") + hostile.text("typed \(name)", 100)
                }
                let reply = try await browser.send(String(form.1), fields)
                #expect(reply.status < 500 && hostile.faults(in: reply.text) == [], "\(form.1)")
            }
        }
    }

    @Test func `would be markup if a page escaped characters instead of bytes, or nothing at all`() async throws {
        try await Scene.run { scene in
            let hostile = HostileTexts()
            let town = try await Town(scene, hostile.text)
            var browser = try await town.browser(of: .patient)
            let page = try await browser.open("/profile/details").text
            #expect(hostile.faults(in: page) == [])
            let attacks = [
                // Of characters, this one is none of the five marks.
                page.replacing("&quot;\u{338}", with: "\"\u{338}"),
                page.replacing("&lt;", with: "<"), page.replacing("&quot;", with: "\""),
                page.replacing("href=\"/help\"", with: "href=\"javascript:alert(1)\""),
                page.replacing("<main ", with: "<main onclick=\"x\" "),
            ]
            for (number, attack) in attacks.enumerated() where attack != page {
                #expect(hostile.faults(in: attack) != [], "\(number)")
            }
            #expect(attacks.count { $0 != page } > 3)
        }
    }
}
