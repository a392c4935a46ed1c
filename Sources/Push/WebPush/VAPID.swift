import CompactJWS
package import FairKitCore
package import KeyRing

/// The authorization of a request to a browser's push service: Voluntary Application Server Identification (RFC 8292).
package enum VAPID {
    /// Half of what the standard allows, so that a push service whose clock is off accepts it.
    private static let lifetime: Int64 = 12 * 3600

    private struct Claims: Encodable {
        let aud: String
        let exp: Int64
        let sub: String
    }

    /// The value of the `Authorization` header (RFC 8292, section 3).
    /// - Parameter endpoint: its origin is the audience.
    package static func authorization(
        for endpoint: WebhookURL, _ settings: WebPushSettings, at now: Timestamp
    ) throws(KeyError) -> String {
        let claims = Claims(
            aud: endpoint.origin, exp: now.milliseconds / 1000 + lifetime, sub: settings.subject)
        let token = try OutgoingJWS.text(claims, keyID: nil, key: .p256(settings.key))
        return "vapid t=\(token),k=\(settings.publicKeyText)"
    }
}

extension WebhookURL {
    /// RFC 6454, section 6.1.
    fileprivate var origin: String {
        let other = port == (isSecure ? 443 : 80) ? nil : port
        return "\(isSecure ? "https" : "http")://\(host)\(other.map { ":\($0)" } ?? "")"
    }
}
