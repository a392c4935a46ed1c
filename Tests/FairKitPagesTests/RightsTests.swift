import FairKitCore
import FairKitFrame
import FairKitPages
import FoundationEssentials
import HTTPSupport
import HTTPTypes
import Support
import Testing

@Suite struct `The table of rights of pages` {
    @Test func `has a line for each page and each form`() {
        let routes = Route.pages.map { "\($0.method) \($0.path)" }
        let missing = routes.filter { PageRights.lines[$0] == nil }
        #expect(missing == [], "add a line to PageRights for each")
        #expect(Set(PageRights.lines.keys).subtracting(routes) == [], "there is no such page")
    }

    @Test(arguments: PageRights.roles)
    func `says how each role is answered about its own records and others'`(role: RoleName) async throws {
        try await Scene.run { scene in
            let town = try await Town(scene)
            var browser = try await town.browser(of: role)
            let token = try Browser.token(in: try await browser.open("/help"))
            for route in Route.pages where route.isSignedIn && route.path != "/sign-out" {
                var found: [String] = []
                // Others' first: what is sent about one's own may change it.
                for whose in ["other ", ""] {
                    let path = route.path(of: whose, in: town.records)
                    guard path != nil || whose.isEmpty else { continue }
                    let reply = try await browser.ask(route, path ?? route.path, token)
                    found.insert("\(reply.status)", at: 0)
                    guard !whose.isEmpty, role == .patient || reply.status >= 400 && reply.status != 422 else {
                        continue
                    }
                    #expect(!reply.text.contains("another of the town"), "\(route.path)")
                }
                let statuses = found.count == 2 && found[0] == found[1] ? found[0] : found.joined(separator: "/")
                let name = "\(route.method) \(route.path)"
                #expect(PageRights.lines[name]?[role] == statuses, "\(name) as \(role)")
            }
        }
    }

    /// Someone who has no session that is open: each is answered as a visitor is.
    enum Outsider: CaseIterable { case visitor, halfway, locked, signedOut, suspended }

    @Test(arguments: Outsider.allCases)
    func `opens nothing without an open session`(outsider: Outsider) async throws {
        try await Scene.run { scene in
            let town = try await Town(scene)
            let clinician = try #require(town.people[.clinician])
            var browser = Browser(scene)
            var token = ""
            if outsider == .halfway {
                let fields = ["email": clinician.email, "password": clinician.password]
                #expect(try await browser.send("/sign-in", fields).status == 303)
                // The right password alone is no session, wherever its value is sent.
                browser.keep(Browser.session, browser.cookies["__Host-fk.code-default"])
            } else if outsider != .visitor {
                browser = try await town.browser(of: .clinician)
                token = try Browser.token(in: try await browser.open("/help"))
            }
            let value = browser.cookies[Browser.session]
            switch outsider {
            case .locked: _ = try await browser.send("/unlock", ["token": token, "lock": "yes"])
            case .signedOut: _ = try await browser.send("/sign-out", ["token": token])
            case .suspended:
                let path = "/api/v1/accounts/\(clinician.accountID)/suspend"
                #expect(try await scene.post(path, as: .administrator, json: "{}").status == 200)
            case .visitor, .halfway: break
            }
            browser.keep(Browser.session, value)
            for route in Route.pages where route.isSignedIn {
                let path = route.path(of: "", in: town.records) ?? route.path
                let reply = try await browser.ask(route, path, token)
                let name = "\(outsider): \(route.method) \(route.path)"
                if route.method == .get {
                    #expect(
                        reply.status == 303 && reply.headers[.location]?.hasPrefix("/sign-in?next=") == true, "\(name)")
                } else {
                    #expect(reply.isSentAway, "\(name)")
                }
                #expect(!reply.text.contains("of the town"), "\(name)")
            }
        }
    }

    @Test(arguments: PageRights.roles)
    func `gives nothing of another tenant, by its records or by its address`(role: RoleName) async throws {
        try await Scene.run { away in
            let theirs = try await Town(away) { field, _ in "\(field) of the other tenant" }
            let berlin = try #require(TenantName("berlin"))
            try await Scene.run(beside: [berlin: away.house]) { scene in
                let own = try await Town(scene)
                var browser = try await own.browser(of: role)
                let token = try Browser.token(in: try await browser.open("/help"))
                let value = try #require(browser.cookies[Browser.session])
                let unknown = own.records.mapValues { _ in "0193a1c2-5b6d-7e8f-9a0b-1c2d3e4f5a6b" }
                for route in Route.pages where route.isSignedIn && route.path != "/sign-out" {
                    let name = "\(role): \(route.method) \(route.path)"
                    // These names are the same in each tenant.
                    let shared = [
                        "/on-call", "/groups", "/profile/consents", "/teams", "/escalation", "/rules", "/ranges",
                        "/settings",
                    ]
                    if let path = route.path(of: "", in: theirs.records),
                        !shared.contains(where: { path.hasPrefix($0) })
                    {
                        let found = try await browser.ask(route, path, token)
                        let none = try await browser.ask(route, try #require(route.path(of: "", in: unknown)), token)
                        #expect(found.status == none.status && found.status >= 400, "\(name): as of no record")
                        #expect(!found.text.contains("of the other tenant"), "\(name)")
                    }
                    var elsewhere = Browser(scene)
                    // The session of one tenant under the name of the other one's.
                    elsewhere.keep("__Host-fk-berlin", value)
                    let path = route.path(of: "", in: theirs.records) ?? route.path
                    let refused = try await elsewhere.ask(route, "/at/berlin\(path)", token)
                    #expect(route.method == .get ? refused.status == 303 : refused.isSentAway, "\(name)")
                    #expect(!refused.text.contains("of the other tenant"), "\(name)")
                }
                // There is something to be given: who has a session there gets it.
                var there = Browser(scene)
                let person = try #require(theirs.people[.patient])
                _ = try await there.send("/at/berlin/sign-in", ["email": person.email, "password": person.password])
                #expect(try await there.open("/at/berlin/home").text.contains("of the other tenant"))
            }
        }
    }

    @Test(arguments: Route.pages.filter { $0.method == .post }.map(\.path))
    func `lets no other site send a form`(path: String) async throws {
        try await Scene.run { scene in
            var browser = Browser(scene)
            let path = path.replacing("{id}", with: "0193a1c2-5b6d-7e8f-9a0b-1c2d3e4f5a6b")
            let reply = try await browser.send(path, ["email": "ada@example.org"], from: "cross-site")
            #expect(reply.status == 403 || reply.status == 401)
        }
    }
}

extension Scene.Reply {
    /// Whether a form was refused for want of a session: in words, or at the sign-in, which keeps what was typed.
    fileprivate var isSentAway: Bool {
        status == 401 || status == 307 && headers[.location]?.hasPrefix("/sign-in/kept") == true
            || status == 307 && headers[.location]?.hasPrefix("/at/berlin/sign-in/kept") == true
    }
}

@Suite struct `Links and forms of pages` {
    private static var form: Regex<(Substring, Substring, Substring)> {
        #/<form [^>]*method="post"[^>]*action="([^"]+)"[^>]*>(.*?)<\/form>/#.dotMatchesNewlines()
    }
    private static var link: Regex<(Substring, Substring)> { #/<a [^>]*href="(\/[^"]*)"/# }
    private static var hidden: Regex<(Substring, Substring, Substring)> {
        #/<input type="hidden" name="(\w+)" value="([^"]*)">/#
    }

    /// What a person can reach: the pages by their routes, and the forms with what they send when nothing is filled in.
    private struct Reached {
        var pages: Set<String> = []
        var forms: [String: [String: String]] = [:]
    }

    /// Opens all that leads on from some pages.
    private func walk(_ browser: inout Browser, from starts: [String]) async throws -> Reached {
        var (reached, seen, waiting) = (Reached(), Set<String>(), starts)
        while let path = waiting.popLast() {
            guard seen.insert(path).inserted else { continue }
            let page = try await browser.open(path)
            // A person may type each address; what a page leads to is there, and open.
            if starts.contains(path), page.status == 403 || page.status == 404 { continue }
            #expect([200, 303].contains(page.status), "\(path) is refused: \(page.status)")
            if page.status == 303 { waiting.append(try #require(page.headers[.location])) }
            let route = Route.pages.routes(matching: String(path.prefix { $0 != "?" })).first { $0.method == .get }
            if let route { reached.pages.insert(route.path) }
            let links = page.text.matches(of: Self.link).map { String($0.1).replacing("&amp;", with: "&") }
            // Of a long list, pages lead to the next one and back for ever.
            waiting += links.filter { !$0.hasPrefix("/sign-in") && !$0.contains("cursor=") && !$0.hasPrefix("/assets") }
            for form in page.text.matches(of: Self.form) {
                let fields = form.2.matches(of: Self.hidden).map { (String($0.1), String($0.2)) }
                reached.forms[String(form.1)] = Dictionary(fields) { first, _ in first }
            }
        }
        return reached
    }

    @Test(arguments: PageRights.roles)
    func `lead each role only to what it may do`(role: RoleName) async throws {
        try await Scene.run { scene in
            let town = try await Town(scene)
            var browser = try await town.browser(of: role)
            let pages = Route.pages.filter { $0.isSignedIn && $0.method == .get }
            let kinds = ["corrected", "withdrawn", "verified", "held", "critical"]
            let more =
                kinds.map { "/results/\(town.records[$0] ?? "")" } + [
                    "/alerts/\(town.records["acknowledged"] ?? "")", "/people/\(town.records["emergency"] ?? "")",
                    "/alerts?state=all", "/results?held=true", "/people?relation=care", "/people?openAlerts=true",
                ]
            let starts = pages.map { $0.path(of: "", in: town.records) ?? $0.path } + more
            let reached = try await walk(&browser, from: starts)
            for (form, fields) in reached.forms {
                let route = Route.pages.routes(matching: form).first { $0.method == .post }
                #expect(route != nil, "\(form)")
                #expect(try await browser.send(form, ["token": "x"]).status == 403, "asks for the token")
                guard !["/sign-out", "/stay", "/unlock"].contains(form) else { continue }
                // A form with nothing to fill in is done; another one asks for what it lacks, or says that one before it
                // has changed what it is about.
                let reply = try await browser.send(form, fields)
                #expect([200, 303, 409, 422].contains(reply.status), "\(form): \(reply.status)")
            }
            // Each page that the table opens to the role was walked through.
            let open = pages.filter { PageRights.lines["GET \($0.path)"]?[role]?.hasPrefix("200") == true }
            let parts = ["/live", "/alerts/rows"]
            let missed = Set(open.map(\.path)).subtracting(reached.pages).subtracting(parts)
            #expect(missed == [])
        }
    }
}

extension Route {
    /// Whether only people with a session are answered.
    var isSignedIn: Bool { if case .authenticated = audience { true } else { false } }
}

extension Browser {
    /// Opens a page, or sends its form with nothing filled in.
    mutating func ask(_ route: Route, _ path: String, _ token: String) async throws -> Scene.Reply {
        route.method == .get ? try await open(path) : try await send(path, ["token": token])
    }
}
