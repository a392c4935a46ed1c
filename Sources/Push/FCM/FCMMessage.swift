import FairKitAPI
package import FairKitCore
import FoundationEssentials

/// A message in the form of FCM's HTTP v1 API.
///
/// https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages
package struct FCMMessage: Sendable {
    /// At most 4096 bytes of JSON.
    package let body: [UInt8]

    package static let mostBytes = 4096
    /// FCM's limit: four weeks.
    private static let mostSeconds: Int64 = 2_419_200
    /// Names and beginnings of names that FCM keeps for itself.
    private static let reserved: Set<String> = ["from", "notification", "message_type"]
    private static let reservedPrefixes = ["google", "gcm"]

    /// - Parameter channel: the notification channel of the app.
    /// - Returns: nil if it does not fit, however short its text.
    package init?(_ message: OutgoingMessage, to token: FirebaseToken, channel: String, at now: Timestamp) {
        let seconds = message.secondsLeft(at: now, atMost: FCMMessage.mostSeconds)
        let body = PushContent(message).encoded(within: FCMMessage.mostBytes) { content in
            .object([
                "message": .object([
                    "token": .text(token.text),
                    "notification": .object(["title": .text(content.title), "body": .text(content.body)]),
                    "data": .object(FCMMessage.data(content)),
                    "android": .object(FCMMessage.android(message, channel: channel, seconds: seconds)),
                ])
            ])
        }
        guard let body else { return nil }
        self.body = body
    }

    /// FCM takes texts only: other values are texts of JSON.
    private static func data(_ content: PushContent) -> [String: JSONTree] {
        var data: [String: JSONTree] = [:]
        for (name, value) in content.data where !isReserved(name) {
            data[name] =
                if case .text = value { value } else { value.bytes.map { .text(String(decoding: $0, as: UTF8.self)) } }
        }
        if let link = content.link { data["link"] = .text(link) }
        return data
    }

    private static func isReserved(_ name: String) -> Bool {
        reserved.contains(name) || reservedPrefixes.contains { name.hasPrefix($0) }
    }

    private static func android(_ message: OutgoingMessage, channel: String, seconds: Int64) -> [String: JSONTree] {
        var notification: [String: JSONTree] = [
            "channel_id": .text(channel),
            // The name of a file in the app's res/raw. From Android 8 on the channel decides.
            "sound": .text(message.isCritical ? "critical_alert" : "default"),
        ]
        if let badge = message.badge { notification["notification_count"] = .number(Decimal(badge)) }
        // Messages with the same tag replace each other on the device.
        if let collapse = message.collapseID { notification["tag"] = .text(collapse) }
        var android: [String: JSONTree] = [
            "priority": .text(message.isCritical ? "high" : "normal"), "ttl": .text("\(seconds)s"),
            "notification": .object(notification),
        ]
        // With the same key, they replace each other while the device is unreachable.
        if let collapse = message.collapseID { android["collapse_key"] = .text(collapse) }
        return android
    }
}
