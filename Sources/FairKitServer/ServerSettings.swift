package import Channels
package import FairKitCore
package import Mail

/// The settings of the server.
package struct ServerSettings: Sendable {
    package let host: String
    package let port: Int
    /// The TLS certificate; nil: no TLS.
    package var certificate: CertificateFiles?
    /// The trusted proxies through which all requests come; nil: clients connect directly.
    package var proxies: TrustedProxies?
    /// The port on 127.0.0.1 that serves metrics without authentication; nil: none.
    package var metricsPort: Int?
    /// Reads photos although the kernel lacks a layer of the decoders' sandbox.
    package var acceptsWeakerCage = false
    /// Allows webhooks to this machine and private networks, and over plain HTTP.
    package var allowsPrivateWebhooks = false
    /// A file of certificate authorities that are trusted for webhooks besides the system's; nil: none.
    package var webhookAuthorities: String?
    /// The channels that reach people besides mail; nil: none.
    package var channels: ChannelSettings?
    /// How many messages clients can cause.
    package var sending = SendingLimits()
    /// The countries to whose numbers SMS and calls go.
    package var phones = PhoneCountries.standard
    /// The rate limits.
    package var rateLimits = RateLimits.standard
    /// The limits of open connections.
    package var connections = ConnectionLimits.standard
    /// How mail is sent; nil: it waits in the outbox.
    package var mail: MailSettings?
    /// The base of links in mails; nil: mails have no links.
    package var publicURL: PublicURL?

    /// The channels that can send: those of the file, and e-mail with a mail server.
    package var channelKinds: Set<ContactKind> {
        Set(channels?.channels.keys.map(\.self) ?? []).union(mail == nil ? [] : [.email])
    }

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }
}

/// The sender of mail, and the mail server.
package struct MailSettings: Sendable {
    package let server: SMTPServer
    package let from: MailAddress

    package init(server: SMTPServer, from: MailAddress) {
        self.server = server
        self.from = from
    }
}
