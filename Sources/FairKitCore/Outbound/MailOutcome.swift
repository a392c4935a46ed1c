/// The outcome of an attempt to send a mail. The texts are stored in `outbox.last_error` and are metric labels.
package enum MailOutcome: String, Sendable, CaseIterable {
    case sent
    /// 5xx: the server will never accept this mail.
    case refused
    /// 4xx: the server may accept it later.
    case postponed
    /// The server has no address.
    case unknownHost = "unknown-host"
    /// No server listens there.
    case unreachable
    /// The server's certificate or TLS is not trusted.
    case tlsError = "tls-error"
    /// The server does not offer STARTTLS, and no mail is sent unencrypted.
    case withoutTLS = "without-tls"
    /// The server refused user and password, or requires them.
    case loginRefused = "login-refused"
    case timeout
    /// The connection ended before the response, or the response is not SMTP.
    case disconnected
    /// Sending was interrupted: the server is stopping.
    case stopped

    /// Whether the fault lies with the mail server or the connection, so that no other mail would get further.
    package var isOfServer: Bool {
        switch self {
        case .sent, .refused, .postponed: false
        case .unknownHost, .unreachable, .tlsError, .withoutTLS, .loginRefused, .timeout, .disconnected, .stopped: true
        }
    }
}

/// An outcome, with the mail server's status if it sent one.
package struct MailAnswer: Equatable, Sendable {
    package let outcome: MailOutcome
    package let status: Int?

    package init(_ outcome: MailOutcome, status: Int? = nil) {
        self.outcome = outcome
        self.status = status
    }

    /// `refused 550`: for operators. The mail server's own words may contain addresses and are left out.
    package var reason: String { status.map { "\(outcome.rawValue) \($0)" } ?? outcome.rawValue }
}
