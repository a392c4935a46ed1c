import FairKitCore
import FairKitFrame
import FairKitHTTP
import FairKitPages
import HTTPSupport
import HTTPTypes
import Testing

@Suite struct `Pages` {
    @Test func `are no part of the API`() {
        #expect(Route.pages.allSatisfy { !$0.path.hasPrefix("/api/") && $0.entrances == [.network] })
        let all = Set(Route.all.map { "\($0.method) \($0.path)" })
        #expect(all.isDisjoint(with: Route.pages.map { "\($0.method) \($0.path)" }))
    }

    @Test func `are where the server's root leads`() async throws {
        try await Scene.run { scene in
            var browser = Browser(scene)
            let root = try await browser.open("/")
            #expect(root.status == 303 && root.headers[.location] == "/home")
            #expect(try await browser.open("/home").headers[.location] == "/sign-in?next=%2Fhome")
        }
    }

    @Test func `may load and run only what is FairKit's, and are not kept`() async throws {
        try await Scene.run { scene in
            var browser = Browser(scene)
            let page = try await browser.open("/sign-in")
            #expect(page.status == 200)
            let policy = try #require(page.headers[.contentSecurityPolicy])
            for rule in [
                "default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'",
                "form-action 'self'", "require-trusted-types-for 'script'",
            ] { #expect(policy.contains(rule)) }
            #expect(!policy.contains("unsafe"))
            #expect(page.headers[.cacheControl] == "no-store")
            let others = [
                ("Referrer-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
                ("Cross-Origin-Resource-Policy", "same-origin"),
            ]
            for (name, value) in others {
                let name = try #require(HTTPField.Name(name))
                #expect(page.headers[name] == value)
            }
        }
    }

    @Test func `name their style sheet and script by content, which browsers keep`() async throws {
        try await Scene.run { scene in
            var browser = Browser(scene)
            let page = try await browser.open("/sign-in")
            for ending in ["css", "js"] {
                let start = try #require(page.text.firstRange(of: "/assets/page."))
                let match = page.text[start.lowerBound...].matches(of: #/\/assets\/page\.[0-9a-f]+\.(?:css|js)/#)
                    .first { $0.output.hasSuffix(ending) }
                let path = String(try #require(match).output)
                let asset = try await browser.open(path)
                #expect(asset.status == 200 && !asset.text.isEmpty)
                #expect(asset.headers[.cacheControl] == "public, max-age=31536000, immutable")
            }
            let old = try await browser.open("/assets/page.0123456789abcdef.css")
            #expect(old.status == 404 && old.headers[.contentType] == "application/problem+json", "never a page")
        }
    }

    @Test(arguments: [("en", "This page is not here"), ("es", "Esta página no está aquí"), ("sw", "Ukurasa huu haupo")])
    func `say what happened, what was stored and what to do, in the reader's language`(
        language: String, title: String
    ) async throws {
        try await Scene.run { scene in
            var browser = Browser(scene)
            let page = try await browser.open("/no/such/page", ["Accept-Language": language])
            #expect(page.status == 404 && page.headers[.contentType] == "text/html; charset=utf-8")
            #expect(page.text.contains("<html lang=\"\(language)\">") && page.text.contains("<h1>\(title)</h1>"))
            #expect(page.text.contains("<span class=\"code\">"), "the id of the request")
            let program = try await scene.get("/no/such/page", as: nil)
            #expect(program.headers[.contentType] == "application/problem+json")
            let api = try await browser.open("/api/v1/no-such-thing")
            #expect(api.headers[.contentType] == "application/problem+json")
        }
    }

    @Test func `have one heading, a language, a title, a way to skip, and labels`() async throws {
        try await Scene.run { scene in
            var browser = Browser(scene)
            for path in ["/sign-in", "/forgotten", "/nowhere"] {
                let page = try await browser.open(path).text
                #expect(page.matches(of: #/<h1>/#).count == 1 && page.matches(of: #/<main /#).count == 1)
                #expect(page.contains("<a class=\"skip\" href=\"#main\">") && page.contains("– FairKit</title>"))
                for input in page.matches(of: #/<input id="(\w+)"/#) {
                    #expect(page.contains("<label for=\"\(input.1)\">"))
                }
            }
        }
    }

    @Test func `let a person leaf through them twice as fast as an account may ask`() async throws {
        let limits = RateLimits(
            key: nil, account: RateLimit(every: .seconds(10), burst: 2), address: nil, signIn: nil)
        try await Scene.run(limits: limits) { scene in
            var browser = Browser(scene)
            _ = try await browser.signIn(as: try await scene.patient())
            var statuses: [Int] = []
            for _ in 0..<5 { statuses.append(try await browser.open("/home").status) }
            #expect(statuses == [200, 200, 200, 200, 429])
            for _ in 0..<20 { #expect(try await browser.open("/assets/page.css").status == 404, "no limit") }
        }
    }

    @Test(arguments: Language.allCases)
    func `have a text for each name, and for no other`(language: Language) {
        #expect(Set(language.screens.keys) == Set(PageText.allCases.map(\.rawValue)))
    }

    @Test(arguments: PageText.allCases)
    func `have each text in three languages, with the same values`(text: PageText) {
        let texts = Language.allCases.map { text.template(in: $0) }
        let templates = texts.map { TextTemplate($0) }
        #expect(templates.allSatisfy { $0.isWellFormed })
        #expect(Set(templates.map { $0.names(optional: false) }).count == 1)
        #expect(text == .error || Set(texts).count == 3)
    }
}
