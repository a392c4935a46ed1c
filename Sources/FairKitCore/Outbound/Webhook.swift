import TextEncodings

/// The URL to which the server pushes a group's deliveries, and the secret that signs the requests.
package struct Webhook: Hashable, Sendable {
    package let url: WebhookURL
    /// Signs the requests; the receiver has it as well.
    package let secret: [UInt8]
    /// Whether requests carry a claim's payload, which is health data. Otherwise they carry ids only.
    package let sendsPayload: Bool
    package let createdAt: Timestamp

    package static let secretLength = 32

    /// The secret in the form that its receiver uses.
    package var secretText: String { "whsec_" + base64(secret) }

    /// On one line, as the audit log and mails have it. Path and query can hold a secret, so they are not shown.
    package var line: String { "\(url.origin), \(sendsPayload ? "with health data" : "ids only")" }

    /// The same with what changed and is not shown.
    package func line(after before: Webhook?) -> String {
        guard let before else { return line }
        return line + (before.url == url ? "" : ", another address")
            + (before.secret == secret ? "" : ", another secret")
    }

    package init(url: WebhookURL, secret: [UInt8], sendsPayload: Bool, createdAt: Timestamp) {
        self.url = url
        self.secret = secret
        self.sendsPayload = sendsPayload
        self.createdAt = createdAt
    }
}

/// Signs requests to webhooks as the Standard Webhooks specification says: HMAC-SHA-256 over the message's id, the time
/// of sending and the body, joined by full stops. `webhook-id` and `webhook-timestamp` carry the first two;
/// `webhook-signature` is `v1,` and the digest in base64.
///
/// A receiver refuses a time that is more than five minutes off, which prevents replay attacks. Within these minutes
/// the id, which is the delivery's idempotency key, reveals a duplicate.
package enum WebhookSignature {
    /// How far the time of sending may differ from the receiver's clock.
    package static let window = Duration.seconds(300)

    /// The signed bytes.
    /// - Parameter id: contains no full stop.
    package static func content(_ body: [UInt8], id: String, at time: Timestamp) -> [UInt8] {
        Array("\(id).\(seconds(time)).".utf8) + body
    }

    /// The value of `webhook-timestamp`, in seconds since 1970.
    package static func seconds(_ time: Timestamp) -> String { "\(time.milliseconds / 1000)" }

    /// The value of `webhook-signature`.
    package static func header(_ digest: [UInt8]) -> String { "v1," + base64(digest) }
}
