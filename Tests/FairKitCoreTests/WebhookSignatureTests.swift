import FairKitCore
import Testing

@Suite struct `What a webhook is signed by` {
    private let time = Timestamp(milliseconds: 1_795_262_400_999)

    @Test func `is the id, the time in seconds and the body, with full stops between them`() {
        #expect(WebhookSignature.content(Array("{}".utf8), id: "a_1_0", at: time) == Array("a_1_0.1795262400.{}".utf8))
        #expect(WebhookSignature.seconds(time) == "1795262400")
    }

    @Test func `stands in the header in base64`() {
        #expect(WebhookSignature.header([0, 10, 255]) == "v1,AAr/")
        #expect(WebhookSignature.header([0]) == "v1,AA==")
    }

    @Test func `is signed by a secret that its receiver has in base64`() throws {
        let webhook = Webhook(
            url: try WebhookURL("https://pager.example.org", allowsPrivate: false),
            secret: [UInt8](repeating: 251, count: 32), sendsPayload: false, createdAt: time)
        #expect(webhook.secretText == "whsec_" + String(repeating: "+/v7", count: 10) + "+/s=")
    }
}

@Suite struct `What became of a send` {
    @Test(
        arguments: [
            (200, .delivered), (204, .delivered), (299, .delivered), (301, .redirected), (307, .redirected),
            (400, .rejected),
            (409, .rejected), (410, .gone), (429, .rejected), (500, .failed), (503, .failed), (199, nil), (600, nil),
        ] as [(Int, AttemptOutcome?)])
    func `follows from the status`(status: Int, outcome: AttemptOutcome?) {
        #expect(AttemptOutcome(status: status) == outcome)
    }

    @Test func `is said in words that tell no address`() {
        #expect(AttemptOutcome.failed.reason(status: 503) == "HTTP 503")
        #expect(AttemptOutcome.timeout.reason(status: nil) == "timeout")
        #expect(AttemptOutcome.tlsError.reason(status: nil) == "tls error")
    }
}
