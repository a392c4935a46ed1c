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

    /// The secret as its receiver has it.
    package var secretText: String { "whsec_" + base64(secret) }

    package init(url: WebhookURL, secret: [UInt8], sendsPayload: Bool, createdAt: Timestamp) {
        self.url = url
        self.secret = secret
        self.sendsPayload = sendsPayload
        self.createdAt = createdAt
    }
}

/// What a request to a webhook is signed by, as the Standard Webhooks specification says: HMAC-SHA-256 over the message's id, the time of
/// sending and the body as it is sent, with full stops between them. `webhook-id` and `webhook-timestamp` hold the first two, and
/// `webhook-signature` is `v1,` and the digest in base64.
///
/// A receiver refuses a time that is more than five minutes away, which prevents replay attacks. Within these minutes the id, which is the
/// delivery's idempotency key, shows a duplicate.
package enum WebhookSignature {
    /// How far the time of sending may be from the receiver's clock.
    package static let window = Duration.seconds(300)

    /// The bytes that are signed.
    /// - Parameter id: has no full stop.
    package static func content(_ body: [UInt8], id: String, at time: Timestamp) -> [UInt8] {
        Array("\(id).\(seconds(time)).".utf8) + body
    }

    /// The value of `webhook-timestamp`, in seconds since 1970.
    package static func seconds(_ time: Timestamp) -> String { "\(time.milliseconds / 1000)" }

    /// The value of `webhook-signature`.
    package static func header(_ digest: [UInt8]) -> String { "v1," + base64(digest) }
}
