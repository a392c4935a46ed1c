import FairKitCore
import Testing

@Suite struct `A webhook URL` {
    @Test(arguments: [
        ("https://pager.example.org", "https://pager.example.org", "pager.example.org"),
        (
            "HTTPS://Pager.Example.org:8443/Hook?a=B%20c", "https://pager.example.org:8443/Hook?a=B%20c",
            "pager.example.org"
        ),
        ("https://8.8.8.8/", "https://8.8.8.8/", "8.8.8.8"), ("https://a.b?b=/:@", "https://a.b?b=/:@", "a.b"),
    ])
    func `is rebuilt from its validated parts`(text: String, whole: String, host: String) throws {
        let url = try WebhookURL(text, allowsPrivate: false)
        #expect("\(url)" == whole)
        #expect(url.host == host)
        #expect(WebhookURL(stored: whole) == url)
    }

    @Test(arguments: [
        "", "pager.example.org", "ftp://a.example", "http://a.example/", "https://", "https:///x", "https://@a.example",
        "https://u:p@a.example/", "https://a.example#x", "https://a.example/x#y", "https://a.example:0",
        "https://a.example:65536", "https://a.example:080", "https://a.example:", "https://a.example:8a",
        "https://[::1]/",
        "https://a_b.example", "https://a.example.", "https://-a.example", "https://a.example/ x",
        "https://a.example/%zz",
        "https://a.example/%2", "https://a.example/\\", "https://ä.example", "https://a.example/ä",
        "https://a.example\n",
        "https://a.example\\@b.example/", "https://127.0.0.1/", "https://10.1.2.3/", "https://169.254.169.254/latest",
    ])
    func `is refused if it could name another target`(text: String) {
        #expect(throws: Invalid.self) { try WebhookURL(text, allowsPrivate: false) }
    }

    @Test(arguments: [
        "http://a.example/", "https://127.0.0.1:8443/", "http://192.168.0.1", "https://localhost", "https://pager",
        "https://a.localhost/x", "https://pager.local", "https://pager.internal", "https://a.home.arpa",
        "https://127.1", "https://2130706433", "https://0x7f000001/", "https://127.0.0x1",
    ])
    func `may be private where that is allowed; otherwise the refusal names the option`(text: String) throws {
        let url = try WebhookURL(text, allowsPrivate: true)
        #expect("\(url)" == text)
        let refusal = #expect(throws: Invalid.self) { try WebhookURL(text, allowsPrivate: false) }
        #expect(refusal?.fields.map(\.pointer) == ["/url"])
        #expect(refusal?.fields.first?.detail.contains("--allow-private-webhooks") == true)
    }

    @Test(arguments: [
        "https://localhost.example/", "https://internal.example", "https://local.org", "https://1.example",
    ])
    func `may look like a private one`(text: String) throws {
        _ = try WebhookURL(text, allowsPrivate: false)
    }

    @Test func `has at most 2048 bytes`() throws {
        let start = "https://a.example/"
        let rest = String(repeating: "x", count: WebhookURL.mostBytes - start.count)
        let longest = try WebhookURL(start + rest, allowsPrivate: false)
        #expect("\(longest)" == start + rest)
        #expect(throws: Invalid.self) { try WebhookURL(start + rest + "x", allowsPrivate: false) }
    }
}
