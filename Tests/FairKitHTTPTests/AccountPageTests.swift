import FairKitCore
import HTTPTypes
import Testing

@Suite struct `The pages behind links` {
    private static let pages = ["/alert/acknowledge", "/shared/results"]

    @Test(arguments: pages)
    func `have a policy that allows only what they need`(path: String) async throws {
        try await Scene.run { scene in
            let page = try await scene.get(path, as: nil)
            #expect(page.headers[.contentType] == "text/html; charset=utf-8")
            let policy = try #require(page.headers[.contentSecurityPolicy]).split(separator: "; ").map(String.init)
            #expect(
                Set(policy) == [
                    "default-src 'none'", "style-src 'self'", "script-src 'self'", "connect-src 'self'",
                    "base-uri 'none'",
                    "form-action 'none'", "frame-ancestors 'none'",
                ])
            #expect(page.text.contains(#"<meta name="referrer" content="no-referrer">"#))
            // Scripts and styles are in separate files, so the policy blocks nothing on the page.
            for script in page.text.components(between: "<script", "</script>") {
                #expect(script.wholeMatch(of: #/ src="[a-z./]+\.js" defer>/#) != nil)
            }
            #expect(page.text.components(between: "<link", ">").count == 1)
            #expect(!page.text.contains("{{"))
            for inline in ["<style", "style=", "javascript:", " onload", " onclick", " onerror", " onsubmit", "://"] {
                #expect(!page.text.contains(inline), "\(inline)")
            }
        }
    }

    @Test(arguments: pages) func `speak the language of the link, or else of the browser`(path: String) async throws {
        try await Scene.run { scene in
            for (query, accepted, language) in [
                ("", nil, Language.english), ("", "sw-KE, en;q=0.5", .swahili), ("?tenant=default", "fr", .english),
                ("?language=es", "sw", .spanish), ("?language=xx", "sw", .swahili),
            ] as [(String, String?, Language)] {
                let page = try await scene.send(
                    .get, path + query, as: nil, type: nil, body: nil, accepted.map { ["Accept-Language": $0] } ?? [:])
                #expect(page.text.contains("<html lang=\"\(language.rawValue)\">"))
                #expect(page.headers[.vary] == "Accept-Language")
                let email = [
                    "en": "Your e-mail address", "es": "Su dirección de correo", "sw": "Anwani yako ya barua pepe",
                ]
                #expect(page.text.contains("\nemail: \(email[language.rawValue] ?? "-")\n"))
            }
        }
    }

    /// A key that the catalogue lacks would stop a script.
    @Test func `name only texts that the catalogue has, and it has no other ones`() async throws {
        try await Scene.run { scene in
            var code = ""
            for path in Self.pages + [
                "/account/common.js", "/alert/acknowledge.js", "/shared/results.js",
            ] {
                let text = try await scene.get(path, as: nil).text
                code += path.hasSuffix(".js") ? text : ""
                #expect(path.hasSuffix(".js") == !text.contains("<html"))
            }
            let keys = Set(code.matches(of: #/(?:say|fact)\("([^"]+)"/#).map { String($0.1) })
            let english = Set(Language.english.pages.split(separator: "\n").map { String($0.prefix { $0 != ":" }) })
            #expect(keys.isSubset(of: english), "\(keys.subtracting(english))")
        }
    }

    @Test(arguments: ["/account/common.js", "/shared/results.js"])
    func `never turn input into code or markup, and store nothing`(path: String) async throws {
        try await Scene.run { scene in
            let script = try await scene.get(path, as: nil)
            #expect(script.headers[.contentType] == "text/javascript; charset=utf-8")
            for word in [
                "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval", "Function(", "setTimeout",
                "srcdoc", "DOMParser",
                "setHTML", "localStorage", "sessionStorage", "indexedDB", "cookie", "postMessage", "__proto__",
            ] {
                #expect(!script.text.contains(word), "\(word)")
            }
            let style = try await scene.get("/account/page.css", as: nil)
            #expect(style.headers[.contentType] == "text/css; charset=utf-8")
            #expect(!style.text.contains("url(") && !style.text.contains("@import"))
        }
    }
}

extension String {
    /// The texts between each start mark and the next end mark.
    fileprivate func components(between first: String, _ last: String) -> [String] {
        split(separator: first, omittingEmptySubsequences: false).dropFirst()
            .map { String($0.split(separator: last, omittingEmptySubsequences: false).first ?? "") }
    }
}
