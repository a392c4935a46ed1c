package import FairKitCore
package import KeyRing
import TextEncodings

/// How the server identifies itself to the push services of browsers (VAPID, RFC 8292).
package struct WebPushSettings: Sendable {
    /// Browsers subscribe with its public key, so another key ends all subscriptions.
    package let key: P256PrivateKey
    /// Where push services reach the operator, such as `mailto:kit@example.org` (RFC 8292, section 2.1).
    package let subject: String

    /// - Throws: `Invalid` with pointers to the members of the same names.
    package init(key: P256PrivateKey, subject: String) throws(Invalid) {
        let isMail = subject.hasPrefix("mailto:") && MailAddress(String(subject.dropFirst("mailto:".count))) != nil
        guard isMail || subject.hasPrefix("https://") && subject.isVisibleASCII && subject.utf8.count <= 255 else {
            throw Invalid("/subject", "must be the operator's address: mailto:kit@example.org, or an https page")
        }
        (self.key, self.subject) = (key, subject)
    }

    /// The public key as a browser's `subscribe` takes it (`applicationServerKey`): base64url of the point.
    package var publicKeyText: String { base64URL(key.publicKey.bytes) }
}
