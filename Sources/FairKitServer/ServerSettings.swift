package import FairKitCore
package import Mail

/// How the server listens, and what it demands.
package struct ServerSettings: Sendable {
    package let host: String
    package let port: Int
    /// What the server shows who it is with; nil: no TLS.
    package var certificate: CertificateFiles?
    /// By whom all requests come, and who say from where; nil: from anybody.
    package var proxies: TrustedProxies?
    /// Where the metrics are served without a key, on 127.0.0.1; nil: nowhere.
    package var metricsPort: Int?
    /// Whether photos are read although the kernel lacks a layer of their decoders' cage.
    package var acceptsWeakerCage = false
    /// Whether webhooks may lead to this machine and its network, and by http.
    package var allowsPrivateWebhooks = false
    /// Certificates of authorities that are trusted with webhooks beside those of the system; nil: none.
    package var webhookAuthorities: String?
    /// How fast callers may ask.
    package var rateLimits = RateLimits.standard
    /// How many connections may be open.
    package var connections = ConnectionLimits.standard
    /// By whom mail is sent; nil: it waits.
    package var mail: MailSettings?
    /// What links in mails begin with; nil: none can be made.
    package var publicURL: PublicURL?

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }
}

/// Whose mail the server sends, and by which mail server.
package struct MailSettings: Sendable {
    package let server: SMTPServer
    package let from: MailAddress

    package init(server: SMTPServer, from: MailAddress) {
        self.server = server
        self.from = from
    }
}
