package import FairKitCore
package import KeyRing

/// How the server signs in at the Apple Push Notification service, with a token signed by a key of the Apple developer
/// account.
///
/// https://developer.apple.com/documentation/usernotifications/establishing-a-token-based-connection-to-apns
package struct APNsSettings: Sendable {
    /// The key of the `.p8` file.
    package let key: P256PrivateKey
    /// Ten letters and digits, which Apple shows beside the key.
    package let keyID: String
    /// Ten letters and digits, from the membership page of the developer account.
    package let teamID: String
    /// The app's bundle id.
    package let topic: String
    /// `production`, `sandbox`, or another server with this protocol.
    package let server: WebhookURL

    package static let production = "https://api.push.apple.com"
    package static let sandbox = "https://api.sandbox.push.apple.com"

    /// - Throws: `Invalid` with pointers to the members of the same names.
    package init(
        key: P256PrivateKey, keyID: String, teamID: String, topic: String, server: WebhookURL
    ) throws(Invalid) {
        guard keyID.isAppleID else { throw Invalid("/keyID", "must be the key's id: ten capital letters and digits") }
        guard teamID.isAppleID else {
            throw Invalid("/teamID", "must be the team's id: ten capital letters and digits")
        }
        guard (1...255).contains(topic.utf8.count),
            topic.utf8.allSatisfy({ $0.isAlphanumeric || "-.".utf8.contains($0) })
        else { throw Invalid("/topic", "must be the app's bundle id, such as org.example.kit") }
        (self.key, self.keyID, self.teamID, self.topic, self.server) = (key, keyID, teamID, topic, server)
    }
}

extension String {
    fileprivate var isAppleID: Bool {
        utf8.count == 10 && utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) }
    }
}

extension UInt8 {
    /// An ASCII letter or digit.
    var isAlphanumeric: Bool {
        (48...57).contains(self) || (65...90).contains(self) || (97...122).contains(self)
    }
}
