import FairKitCore
import Testing

@Suite struct `What a webhook is signed by` {
    private let time = Timestamp(milliseconds: 1_795_262_400_999)

    @Test func `is the time in seconds, a full stop and the body`() {
        #expect(WebhookSignature.content(Array("{}".utf8), at: time) == Array("1795262400.{}".utf8))
        #expect(WebhookSignature.seconds(time) == "1795262400")
    }

    @Test func `stands in the header in hexadecimal digits`() {
        #expect(WebhookSignature.header([0, 10, 255]) == "v1=000aff")
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
