import FairKitCore
import FairKitFrame
import FairKitPages
import HTTPSupport
import HTTPTypes
import Testing

@Suite struct `Links and forms of pages` {
    private static var form: Regex<(Substring, Substring)> { #/<form [^>]*method="post"[^>]*action="([^"]+)"/# }
    private static var link: Regex<(Substring, Substring)> { #/<a [^>]*href="(\/[^"]*)"/# }

    /// Opens everything that a person finds from their first page.
    private func walk(_ browser: inout Browser) async throws -> (pages: Set<String>, forms: Set<String>) {
        var (pages, forms, waiting): (Set<String>, Set<String>, [String]) = ([], [], ["/home"])
        while let path = waiting.popLast(), pages.count < 50 {
            guard pages.insert(path).inserted else { continue }
            let page = try await browser.open(path)
            #expect(page.status == 200 || page.status == 303, "\(path) is refused: \(page.status)")
            if page.status == 303 { waiting.append(try #require(page.headers[.location])) }
            waiting += page.text.matches(of: Self.link).map { String($0.1).replacing("&amp;", with: "&") }
                .filter { !$0.hasPrefix("/sign-in") }
            forms.formUnion(page.text.matches(of: Self.form).map { String($0.1) })
        }
        return (pages, forms)
    }

    @Test func `lead each role only to what it may do`() async throws {
        try await Scene.run { scene in
            let patient = try await scene.patient()
            try await scene.register("FU-KIT-2025110701-X", by: patient)
            try await scene.raiseAlert()
            let people = [
                (patient, "/results/"), (try await scene.staff("clinician", "cleo@example.org"), "/alerts/"),
                (try await scene.staff("administrator", "root@example.org"), "/home"),
            ]
            for (person, found) in people {
                var browser = Browser(scene)
                _ = try await browser.signIn(as: person)
                let (pages, forms) = try await walk(&browser)
                let first = pages.contains("/alerts") ? "/alerts" : "/home"
                let token = try Browser.token(in: try await browser.open(first))
                #expect(pages.contains { $0.hasPrefix(found) }, "\(person.email): \(pages)")
                for form in forms {
                    let route = Route.pages.routes(matching: form).first { $0.method == .post }
                    #expect(route != nil, "\(form)")
                    #expect(try await browser.send(form, ["token": "x"]).status == 403, "asks for the token")
                    if !["/sign-out", "/stay"].contains(form) {
                        // A form with nothing to fill in is done; another one asks for what it lacks.
                        let reply = try await browser.send(form, ["token": token])
                        #expect([303, 422].contains(reply.status), "\(form): \(reply.status)")
                    }
                }
            }
        }
    }

    /// Ada's record and account, by the ids and words that no one else may read.
    private func records(_ scene: Scene) async throws -> (ids: [String: String], marks: [String]) {
        let ada = try await scene.patient()
        try await scene.register("FU-KIT-2025110701-X", by: ada)
        try await scene.raiseAlert()
        let alert = try await scene.get("/api/v1/alerts", as: .clinician).json["items"]?.list?.first
        let kit = try await scene.get("/api/v1/test-kits", as: .administrator).json["items"]?.list?.first
        let ids = [
            "alert": try #require(alert?["id"]?.text), "result": try #require(alert?["resultId"]?.text),
            "profile": try #require(kit?["profileId"]?.text), "kit": try #require(kit?["id"]?.text),
        ]
        return (ids, ["820 <span", "Otieno", "FU-KIT-2025110701-X"])
    }

    @Test func `are for the roles whose action they do, and show no stranger's record`() async throws {
        try await Scene.run { scene in
            let (ids, marks) = try await records(scene)
            let people: [(Person, RoleName)] = [
                (try await scene.stranger("ben@example.org"), .patient),
                (try await scene.staff("clinician", "cleo@example.org"), .clinician),
                (try await scene.staff("administrator", "root@example.org"), .administrator),
            ]
            for (person, role) in people {
                var browser = Browser(scene)
                _ = try await browser.signIn(as: person)
                let token = try Browser.token(in: try await browser.open("/help"))
                for route in Route.pages {
                    guard case .authenticated(let action, _) = route.audience, route.path != "/sign-out" else {
                        continue
                    }
                    let id = route.record.map { ids["\($0)"] ?? "" } ?? ids["profile"] ?? ""
                    let path = route.path.replacing(#/\{\w+\}/#, with: id)
                    let reply =
                        route.method == .get
                        ? try await browser.open(path) : try await browser.send(path, ["token": token])
                    let name = "\(person.email): \(route.method) \(route.path) is answered \(reply.status)"
                    let may = action?.isAllowed(to: role) ?? true
                    // Kits are registered for oneself here: staff has no kits of its own.
                    let mayHere = may && (role == .patient || !route.path.hasPrefix("/kits"))
                    #expect(reply.status == 403 || mayHere || route.path.hasSuffix("/mailed"), "\(name)")
                    #expect(reply.status != 403 || !mayHere, "\(name)")
                    guard route.record != nil, role == .patient else { continue }
                    #expect([403, 404, 422].contains(reply.status), "\(name)")
                    let shown = marks.filter { reply.text.contains($0) }
                    #expect(shown == [], "\(name)")
                }
            }
        }
    }

    @Test(arguments: Route.pages.filter { $0.method == .post }.map(\.path))
    func `are sent from no other site`(path: String) async throws {
        try await Scene.run { scene in
            var browser = Browser(scene)
            let path = path.replacing("{id}", with: "0193a1c2-5b6d-7e8f-9a0b-1c2d3e4f5a6b")
            let reply = try await browser.send(path, ["email": "ada@example.org"], from: "cross-site")
            #expect(reply.status == 403 || reply.status == 401)
        }
    }
}
