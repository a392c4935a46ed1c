import FairKitAPI
package import FairKitCore
import FoundationEssentials
package import KeyRing
import TextEncodings

/// A message in the form of Web Push (RFC 8030).
package struct WebPushMessage: Sendable {
    /// All headers but the authorization.
    package let headers: [String: String]
    /// The content for the browser's service worker, as JSON.
    package let content: [UInt8]

    /// Four weeks, which is the most that push services keep a message.
    private static let mostSeconds: Int64 = 2_419_200
    /// The length of a topic (RFC 8030, section 5.4).
    private static let topicLength = 32

    /// - Returns: nil if it does not fit, however short its text.
    package init?(_ message: OutgoingMessage, at now: Timestamp) throws(KeyError) {
        let content = PushContent(message).encoded(within: WebPushEncryption.mostPlaintext) { content in
            var members: [String: JSONTree] = [
                "id": .text(message.id), "title": .text(content.title), "body": .text(content.body),
                "critical": .bool(message.isCritical),
            ]
            if let link = content.link { members["link"] = .text(link) }
            if let badge = message.badge { members["badge"] = .number(Decimal(badge)) }
            if let collapse = message.collapseID { members["tag"] = .text(collapse) }
            if !content.data.isEmpty { members["data"] = .object(content.data) }
            return .object(members)
        }
        guard let content else { return nil }
        self.content = content
        var headers = [
            "content-type": "application/octet-stream", "content-encoding": "aes128gcm",
            "ttl": "\(message.secondsLeft(at: now, atMost: WebPushMessage.mostSeconds))",
            "urgency": message.isCritical ? "high" : "normal",
        ]
        if let collapse = message.collapseID {
            // The push service sees a digest, since the text may tell what it is about.
            let digest = base64URL(try sha256(Array(collapse.utf8)))
            headers["topic"] = String(digest.prefix(WebPushMessage.topicLength))
        }
        self.headers = headers
    }
}
