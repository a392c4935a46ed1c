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
                    if form != "/sign-out" {
                        #expect(
                            try await browser.send(form, ["token": token]).status == 422, "\(form): may, but is empty")
                    }
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
