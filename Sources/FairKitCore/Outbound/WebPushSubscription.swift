import FoundationEssentials
import TextEncodings

/// A browser's subscription to Web Push (Push API, section 8): the address of a contact point of kind `web-push`.
///
/// It comes from a user, so its endpoint may be anything: the sender checks the host's addresses before each request.
/// Whether `publicKey` is a point on the curve is checked when it is used.
package struct WebPushSubscription: Equatable, Sendable {
    /// The resource of the push service that accepts messages. Knowing it is enough to send, so it stands in no log.
    package let endpoint: WebhookURL
    /// The browser's key on P-256, an uncompressed point of 65 bytes (RFC 8291, section 3.1).
    package let publicKey: [UInt8]
    /// The authentication secret, 16 bytes (RFC 8291, section 3.2).
    package let secret: [UInt8]

    private static let mostBytes = 4096

    /// - Parameters:
    ///   - text: the JSON of `PushSubscription.toJSON()`; other members of it are ignored.
    ///   - allowsPrivate: whether the endpoint may be on this machine and its network.
    /// - Throws: `Invalid` with pointers into the JSON.
    package init(_ text: String, allowsPrivate: Bool) throws(Invalid) {
        let shape: Shape
        guard text.utf8.count <= WebPushSubscription.mostBytes else {
            throw Invalid("", "must be a subscription of at most 4096 bytes")
        }
        do { shape = try JSONDecoder().decode(Shape.self, from: Data(text.utf8)) } catch {
            throw Invalid("", "must be a browser's subscription as JSON: endpoint, and keys with p256dh and auth")
        }
        guard shape.endpoint.lowercased().hasPrefix("https://") else {
            throw Invalid("/endpoint", "must begin with https://")
        }
        do throws(Invalid) {
            endpoint = try WebhookURL(shape.endpoint, allowsPrivate: allowsPrivate)
        } catch {
            throw Invalid("/endpoint", "must be an https address on the public internet, of at most 2048 bytes")
        }
        guard let point = bytes(base64URL: shape.keys.p256dh.inURLAlphabet), point.count == 65, point.first == 4 else {
            throw Invalid("/keys/p256dh", "must be an uncompressed point on P-256 in base64: 65 bytes")
        }
        guard let secret = bytes(base64URL: shape.keys.auth.inURLAlphabet), secret.count == 16 else {
            throw Invalid("/keys/auth", "must be 16 bytes in base64")
        }
        (publicKey, self.secret) = (point, secret)
    }

    private struct Shape: Decodable {
        struct Keys: Decodable {
            let p256dh: String
            let auth: String
        }

        let endpoint: String
        let keys: Keys
    }
}

extension String {
    /// Base64 in the alphabet for URLs and without padding: some browsers' libraries write it in the other one.
    fileprivate var inURLAlphabet: String {
        var text = self[...]
        if utf8.count.isMultiple(of: 4) { for _ in 0..<2 where text.last == "=" { text.removeLast() } }
        return String(text.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    }
}
