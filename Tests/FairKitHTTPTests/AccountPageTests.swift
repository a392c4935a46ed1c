import HTTPTypes
import Testing

@Suite struct `The account page` {
    @Test(arguments: ["/account/confirmation", "/account/invitation", "/account/reset", "/account/sign-in"])
    func `has a policy that allows only what it needs`(path: String) async throws {
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
            #expect(page.text.components(between: "<script", "</script>") == [#" src="page.js" defer>"#])
            #expect(page.text.components(between: "<link", ">") == [#" rel="stylesheet" href="page.css""#])
            for inline in ["<style", "style=", "javascript:", " onload", " onclick", " onerror", " onsubmit", "://"] {
                #expect(!page.text.contains(inline), "\(inline)")
            }
        }
    }

    @Test func `never turns input into code or markup, and stores nothing`() async throws {
        try await Scene.run { scene in
            let script = try await scene.get("/account/page.js", as: nil)
            #expect(script.headers[.contentType] == "text/javascript; charset=utf-8")
            #expect(script.text.contains("textContent"))
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
