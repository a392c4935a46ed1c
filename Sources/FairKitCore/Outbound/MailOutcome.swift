/// What became of an attempt to send a mail. The texts are stored, in `outbox.last_error`, and are labels of metrics.
package enum MailOutcome: String, Sendable, CaseIterable {
    case sent
    /// 5xx: this mail will not be taken, however often it is sent.
    case refused
    /// 4xx: it may be taken later.
    case postponed
    /// The server has no address.
    case unknownHost = "unknown-host"
    /// Nobody listens there.
    case unreachable
    /// The server's certificate, or its TLS, can't be trusted.
    case tlsError = "tls-error"
    /// The server does not offer STARTTLS, and nothing is sent in clear.
    case withoutTLS = "without-tls"
    /// User and password are not taken, or the server wants some.
    case loginRefused = "login-refused"
    case timeout
    /// The connection ended before the answer came, or what came is not SMTP.
    case disconnected
    /// It was not sent to its end: the server is stopping.
    case stopped

    /// Whether the fault is with the mail server or the way to it, so that no other mail would get further.
    package var isOfServer: Bool {
        switch self {
        case .sent, .refused, .postponed: false
        case .unknownHost, .unreachable, .tlsError, .withoutTLS, .loginRefused, .timeout, .disconnected, .stopped: true
        }
    }
}

/// An outcome with the mail server's status, if it gave one.
package struct MailAnswer: Hashable, Sendable {
    package let outcome: MailOutcome
    package let status: Int?

    package init(_ outcome: MailOutcome, status: Int? = nil) {
        self.outcome = outcome
        self.status = status
    }

    /// `refused 550`: for whoever looks after the outbox. The server's own words may hold addresses, and are left out.
    package var reason: String { status.map { "\(outcome.rawValue) \($0)" } ?? outcome.rawValue }
}
