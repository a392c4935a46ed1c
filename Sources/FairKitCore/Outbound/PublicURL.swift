/// The server's public address, from which the links in mails are built: `https://kit.example.org`, perhaps with a
/// path.
package struct PublicURL: Equatable, Sendable, CustomStringConvertible {
    /// Without a trailing slash.
    package let description: String
    /// The origin of its pages (RFC 6454): scheme and host, and the port unless it is the default one.
    package let origin: String

    /// - Throws: `Invalid` if it is not https (or http to this machine), or has a query.
    package init(_ text: String) throws(Invalid) {
        let url = try WebhookURL(text, allowsPrivate: true)
        guard url.isSecure || ["localhost", "127.0.0.1"].contains(url.host) else {
            throw Invalid("/url", "must begin with https://, since its links contain secrets")
        }
        var address = url.description
        guard !address.contains("?") else { throw Invalid("/url", "must be an address without a query") }
        while address.last == "/" { address.removeLast() }
        description = address
        let port = url.port == (url.isSecure ? 443 : 80) ? nil : url.port
        origin = "\(url.isSecure ? "https" : "http")://\(url.host)\(port.map { ":\($0)" } ?? "")"
    }

    /// The address of a page with a secret in it.
    /// - Parameters:
    ///   - path: begins with a slash.
    ///   - secret: the fragment, which browsers don't send, so that no server and no log gets it.
    package func link(to path: String, secret: String) -> String { "\(description)\(path)#\(secret.percentEncoded)" }
}
