/// Where people reach this server, from which the links in mails are made: `https://kit.example.org`, perhaps with a path.
package struct PublicURL: Hashable, Sendable, CustomStringConvertible {
    /// Without a slash at its end.
    package let description: String
    /// What a browser calls its pages' origin (RFC 6454): scheme and host, and the port unless it is the scheme's own.
    package let origin: String

    /// - Throws: `Invalid` if it is not https (or http to this machine), or has a query.
    package init(_ text: String) throws(Invalid) {
        let url = try WebhookURL(text, allowsPrivate: true)
        guard url.isSecure || ["localhost", "127.0.0.1"].contains(url.host) else {
            throw Invalid("/url", "begins with https://, since its links hold secrets")
        }
        var address = url.description
        guard !address.contains("?") else { throw Invalid("/url", "an address without a query") }
        while address.last == "/" { address.removeLast() }
        description = address
        let port = url.port == (url.isSecure ? 443 : 80) ? nil : url.port
        origin = "\(url.isSecure ? "https" : "http")://\(url.host)\(port.map { ":\($0)" } ?? "")"
    }

    /// The address of a page with a secret in it.
    /// - Parameters:
    ///   - path: begins with a slash.
    ///   - secret: stands in the fragment, which browsers keep to themselves: no server and no log gets it.
    package func link(to path: String, secret: String) -> String { "\(description)\(path)#\(secret.percentEncoded)" }
}
