package import FairKitCore
import FoundationEssentials
import OutboundHTTP

/// The meaning of a response of APNs other than 200.
///
/// https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns
package enum APNsRefusal: Hashable, Sendable {
    /// The server's token is too old: a new one helps.
    case tokenExpired
    case outcome(SendOutcome)

    /// - Parameter body: JSON with Apple's `reason`; anything else counts as none.
    package init(status: Int, body: [UInt8]) {
        let reason = (try? JSONDecoder().decode(Body.self, from: Data(body)))?.reason
        switch (status, reason) {
        case (403, "ExpiredProviderToken"): self = .tokenExpired
        case (410, _), (400, "BadDeviceToken"), (400, "DeviceTokenNotForTopic"): self = .outcome(.gone)
        // The settings are wrong: no message with this topic gets through.
        case (400, "BadTopic"), (400, "MissingTopic"), (400, "TopicDisallowed"): self = .outcome(.unauthorized)
        case (200..<300, _): self = .outcome(.malformed)
        default: self = .outcome(SendOutcome(status: status))
        }
    }

    private struct Body: Decodable {
        let reason: String
    }
}
