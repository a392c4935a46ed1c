import TextEncodings

/// Where the server pushes a group's deliveries, and the secret that signs the requests.
package struct Webhook: Hashable, Sendable {
    package let url: WebhookURL
    /// Signs the requests; the receiver has it, too.
    package let secret: [UInt8]
    /// Whether requests carry a claim's payload, which is health data; otherwise ids only.
    package let sendsPayload: Bool
    package let createdAt: Timestamp

    package static let secretLength = 32

    package init(url: WebhookURL, secret: [UInt8], sendsPayload: Bool, createdAt: Timestamp) {
        self.url = url
        self.secret = secret
        self.sendsPayload = sendsPayload
        self.createdAt = createdAt
    }
}

/// What a request to a webhook is signed by, in the style of Standard Webhooks: HMAC-SHA-256 over the time of sending, a full stop, and
/// the body as it is sent. The signature stands in `FairKit-Signature` as `v1=` and 64 hexadecimal digits, the time, in seconds since
/// 1970, in `FairKit-Timestamp`.
///
/// A receiver refuses a time that is more than five minutes away, which prevents replay attacks. Within these minutes the idempotency
/// key in the signed body shows a duplicate.
package enum WebhookSignature {
    /// How far the time of sending may be from the receiver's clock.
    package static let window = Duration.seconds(300)

    /// The bytes that are signed.
    package static func content(_ body: [UInt8], at time: Timestamp) -> [UInt8] {
        Array("\(seconds(time)).".utf8) + body
    }

    /// The value of `FairKit-Timestamp`.
    package static func seconds(_ time: Timestamp) -> String { "\(time.milliseconds / 1000)" }

    /// The value of `FairKit-Signature`.
    package static func header(_ digest: [UInt8]) -> String {
        "v1=" + hexadecimal(digest)
    }
}
