import FairKitCore
import Testing

@Suite struct `A webhook's signature` {
    private let time = Timestamp(milliseconds: 1_795_262_400_999)

    @Test func `covers the id, the time in seconds and the body, joined by full stops`() {
        #expect(WebhookSignature.content(Array("{}".utf8), id: "a_1_0", at: time) == Array("a_1_0.1795262400.{}".utf8))
        #expect(WebhookSignature.seconds(time) == "1795262400")
    }

    @Test func `is in the header in base64`() {
        #expect(WebhookSignature.header([0, 10, 255]) == "v1,AAr/")
        #expect(WebhookSignature.header([0]) == "v1,AA==")
    }

    @Test func `uses a secret that its receiver has in base64`() throws {
        let webhook = Webhook(
            url: try WebhookURL("https://pager.example.org", allowsPrivate: false),
            secret: [UInt8](repeating: 251, count: 32), sendsPayload: false, createdAt: time)
        #expect(webhook.secretText == "whsec_" + String(repeating: "+/v7", count: 10) + "+/s=")
    }
}

@Suite struct `The outcome of a delivery attempt` {
    @Test(
        arguments: [
            (200, .delivered), (204, .delivered), (299, .delivered), (301, .redirected), (307, .redirected),
            (400, .rejected),
            (409, .rejected), (410, .gone), (429, .rejected), (500, .failed), (503, .failed), (199, nil), (600, nil),
        ] as [(Int, AttemptOutcome?)])
    func `follows from the status`(status: Int, outcome: AttemptOutcome?) {
        #expect(AttemptOutcome(status: status) == outcome)
    }

    @Test func `is described without an address`() {
        #expect(AttemptOutcome.failed.reason(status: 503) == "HTTP 503")
        #expect(AttemptOutcome.timeout.reason(status: nil) == "timeout")
        #expect(AttemptOutcome.tlsError.reason(status: nil) == "tls error")
    }
}
