import FairKitCore
import Testing

@Suite struct `A mail's text` {
    private let link = "https://kit.example.org/page#secret"
    private let sender = DisplayName("Kisumu Clinic") ?? DisplayName(of: .standard)

    @Test(arguments: MailKind.allCases)
    func `says who writes, in its subject and at its start`(kind: MailKind) {
        let text = MailText(kind, from: sender, link: link)
        #expect(text.subject.contains("Kisumu Clinic"))
        #expect(text.body.hasPrefix("This e-mail is from Kisumu Clinic."))
    }

    @Test func `keeps a name with braces as it is`() throws {
        let odd = try #require(DisplayName("{link} and {facts}"))
        #expect(MailText(.reset, from: odd, link: link).body.hasPrefix("This e-mail is from {link} and {facts}."))
    }

    @Test(arguments: MailKind.allCases)
    func `has its link once, on its own line, and says how long the link is valid`(kind: MailKind) {
        let text = MailText(kind, from: sender, link: link)
        let lines = text.body.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(
            lines.filter { $0 == link }.count
                == ([
                    .test, .erasure, .erasureCancelled, .accountPrepared, .accountMade, .guessing, .emailChangeAsked,
                    .emailChanged,
                ].contains(kind) ? 0 : 1))
        #expect(!text.body.contains("{"))
        #expect(text.body.hasSuffix(".\n"))
        #expect(text.body.utf8.allSatisfy { $0 < 128 })
        #expect(lines.allSatisfy { $0.count <= 82 || $0 == link })
        #expect((1...70).contains(text.subject.utf8.count))
        switch kind {
        case .guessing, .emailChangeAsked: #expect(kind.lifetime == .seconds(24 * 3600))
        case .confirmation, .reset, .emailChange:
            #expect(text.body.contains("24 hours") && kind.lifetime == .seconds(24 * 3600))
        case .breakGlass: #expect(kind.lifetime == .seconds(7 * 86_400))
        case .invitation: #expect(text.body.contains("7 days") && kind.lifetime == .seconds(7 * 86_400))
        case .erasure: #expect(kind.lifetime == RequestedErasure.delay)
        case .erasureCancelled, .accountPrepared, .accountMade, .emailChanged:
            #expect(kind.lifetime == .seconds(7 * 86_400))
        case .test: #expect(text == MailText(kind, from: sender, link: nil))
        }
    }
}

@Suite struct `The mail about an emergency` {
    @Test func `tells which account, which profile and when, without health data`() {
        let text = MailText(
            .breakGlass, from: DisplayName(of: .standard), link: "https://kit.example.org/api/v1/audit",
            facts: "account  a\nprofile  b")
        #expect(text.body.contains("\n\naccount  a\nprofile  b\n\n"))
        #expect(text.body.contains("\nhttps://kit.example.org/api/v1/audit\n"))
    }
}

@Suite struct `The public URL` {
    @Test(arguments: [
        ("https://kit.example.org", "https://kit.example.org"), ("https://Kit.example.org/", "https://kit.example.org"),
        ("https://example.org:8443/kit/", "https://example.org:8443/kit"),
        ("http://localhost:8080", "http://localhost:8080"),
        ("http://127.0.0.1:8080/", "http://127.0.0.1:8080"), ("https://10.0.0.7", "https://10.0.0.7"),
    ])
    func `is https, or on this machine`(text: String, address: String) throws {
        #expect(try PublicURL(text).description == address)
    }

    @Test(arguments: [
        "", "kit.example.org", "http://kit.example.org", "http://127.0.0.1.example.org", "ftp://kit.example.org",
        "https://", "https://kit.example.org/?a=b",
        "https://kit.example.org/#x", "https://ada:secret@kit.example.org", "https://kit.example.org/\r\nX: y",
    ])
    func `has no query, no fragment and no password`(text: String) {
        #expect(throws: Invalid.self) { try PublicURL(text) }
    }

    @Test(arguments: [
        ("https://Kit.example.org/", "https://kit.example.org"), ("https://example.org:443/kit", "https://example.org"),
        ("https://example.org:8443/kit/", "https://example.org:8443"),
        ("http://localhost:8080/", "http://localhost:8080"),
        ("http://127.0.0.1:80", "http://127.0.0.1"), ("https://example.org:80", "https://example.org:80"),
    ])
    func `has the origin that browsers use`(text: String, origin: String) throws {
        #expect(try PublicURL(text).origin == origin)
    }

    @Test func `makes links whose secret is not sent to servers`() throws {
        let link = try PublicURL("https://example.org/kit/").link(to: "/reset", secret: "a b#c")
        #expect(link == "https://example.org/kit/reset#a%20b%23c")
    }
}
