import FairKitAPI
package import FairKitCore
import FoundationEssentials
package import KeyRing
import TextEncodings

/// A message in the form of APNs.
///
/// https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns
package struct APNsMessage: Sendable {
    /// All headers but the authorization.
    package let headers: [String: String]
    /// At most 4096 bytes of JSON.
    package let body: [UInt8]

    package static let mostBytes = 4096
    private static let mostCollapseBytes = 64

    /// - Returns: nil if it does not fit, however short its text.
    package init?(_ message: OutgoingMessage, topic: String, at now: Timestamp) throws(KeyError) {
        let body = PushContent(message).encoded(within: APNsMessage.mostBytes) { content in
            // The app's own members stand beside `aps`.
            var members = content.data
            if let link = content.link { members["link"] = .text(link) }
            members["aps"] = APNsMessage.aps(content, isCritical: message.isCritical, badge: message.badge)
            return .object(members)
        }
        guard let body else { return nil }
        self.body = body
        let seconds = message.secondsLeft(at: now, atMost: .max)
        var headers = [
            "apns-topic": topic, "apns-push-type": "alert", "apns-priority": message.isCritical ? "10" : "5",
            // 0: Apple tries once, and stores nothing.
            "apns-expiration": seconds == 0 ? "0" : "\(message.expiresAt.milliseconds / 1000)",
            "apns-id": try APNsMessage.id(message.id), "content-type": "application/json",
        ]
        if let collapse = message.collapseID { headers["apns-collapse-id"] = try APNsMessage.collapseID(collapse) }
        self.headers = headers
    }

    private static func aps(_ content: PushContent, isCritical: Bool, badge: Int?) -> JSONTree {
        var aps: [String: JSONTree] = [
            "alert": .object(["title": .text(content.title), "body": .text(content.body)]),
            // An app with Apple's permission for critical alerts sounds even when the phone is silent.
            "sound": isCritical
                ? .object(["critical": .number(1), "name": .text("critical_alert.wav"), "volume": .number(1)])
                : .text("default"),
            "interruption-level": .text(isCritical ? "critical" : "active"),
            "mutable-content": .number(1),
        ]
        if let badge { aps["badge"] = .number(Decimal(badge)) }
        return .object(aps)
    }

    /// The message's id as a UUID, as Apple wants it; of another id, one that is derived from it.
    private static func id(_ id: String) throws(KeyError) -> String {
        if let uuid = ID<OutgoingMessage>(id) { return "\(uuid)" }
        var digest = Array(try sha256(Array(id.utf8)).prefix(16))
        // Version 8: of the sender's own making (RFC 9562, section 5.8).
        digest[6] = digest[6] & 0x0f | 0x80
        digest[8] = digest[8] & 0x3f | 0x80
        return ID<OutgoingMessage>(sixteen: digest).map { "\($0)" } ?? id
    }

    /// At most 64 bytes that can stand in a header.
    private static func collapseID(_ text: String) throws(KeyError) -> String {
        text.utf8.count <= mostCollapseBytes && !text.isEmpty && text.isVisibleASCII
            ? text : hexadecimal(try sha256(Array(text.utf8)))
    }
}
