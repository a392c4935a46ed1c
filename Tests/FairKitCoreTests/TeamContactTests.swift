import FairKitCore
import Testing

@Suite struct `A contact point of a team` {
    private func shown(_ kind: ContactKind, _ address: String) -> String {
        ContactPoint(
            id: .new(at: Example.now), owner: .team(.new(at: Example.now)), kind: kind, address: address,
            createdAt: Example.now, verifiedAt: Example.now
        ).maskedAddress
    }

    @Test(arguments: [
        (ContactKind.slack, "https://hooks.slack.com/services/T0/B0/abcdefghijkl", "https://hooks.slack.com/…ijkl"),
        (.teams, "https://a.example/?sig=short", "https://a.example/…hort"),
        (.pagerDuty, "R0123456789ABCDEFR0123456789ABCD", "…ABCD"), (.http, "token", "…"),
        (.email, "night@example.org", "night@example.org"), (.sms, "+254700000000", "+254700000000"),
    ])
    func `shows no secret`(kind: ContactKind, address: String, shown: String) {
        #expect(self.shown(kind, address) == shown)
    }

    @Test(arguments: [
        (ContactKind.slack, "http://hooks.slack.com/x"), (.slack, "https://localhost/x"), (.slack, "https://10.1.2.3/"),
        (.teams, "mailto:a@b.example"), (.pagerDuty, "R0123"), (.pagerDuty, "R0123456789ABCDEFR0123456789AB-D"),
        (.http, ""), (.http, "a\nb"), (.email, "nobody"), (.sms, "0700"), (.apns, String(repeating: "0", count: 64)),
    ])
    func `has an address of its kind`(kind: ContactKind, address: String) {
        #expect(throws: Invalid.self) { try kind.teamAddress(address, allowsPrivate: false) }
    }

    @Test func `may be on a private network if the operator allows it`() throws {
        #expect(
            try ContactKind.slack.teamAddress("http://localhost:8080/x", allowsPrivate: true)
                == "http://localhost:8080/x")
    }
}

@Suite struct `The address of receipts` {
    @Test(arguments: [
        ("https://k.example/r", "https://k.example/r?tenant=kisumu"),
        ("https://k.example/r?a=1", "https://k.example/r?a=1&tenant=kisumu"),
        ("https://k.example", "https://k.example/?tenant=kisumu"),
    ])
    func `names the tenant, unless it is the first one`(text: String, named: String) throws {
        let url = try WebhookURL(text, allowsPrivate: false)
        #expect(url.naming(try #require(TenantName("kisumu"))).description == named)
        #expect(url.naming(.standard).description == text)
    }
}
