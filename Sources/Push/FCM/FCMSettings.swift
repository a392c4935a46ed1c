package import FairKitCore

/// How the server signs in at Firebase Cloud Messaging, and how Android shows its messages.
package struct FCMSettings: Sendable {
    package let account: ServiceAccount
    /// The notification channels of the app (Android 8 and later): of critical alerts, and of all else.
    package let criticalChannel: String
    package let channel: String
    /// Google's server, or another with its protocol.
    package let server: WebhookURL

    package static let google = "https://fcm.googleapis.com"
    package static let usualCriticalChannel = "critical_alerts"
    package static let usualChannel = "messages"

    package init(account: ServiceAccount, criticalChannel: String, channel: String, server: WebhookURL) {
        self.account = account
        self.criticalChannel = criticalChannel
        self.channel = channel
        self.server = server
    }
}
