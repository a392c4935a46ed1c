/// The outcome of an attempt. The texts are stored and are labels of metrics; append only. A mail server is a provider.
package enum SendOutcome: String, Sendable, CaseIterable {
    /// The provider accepted it.
    case accepted
    /// The provider will never accept this message.
    case refused
    /// The contact point no longer exists: disable it.
    case gone
    /// The provider asks for a later attempt.
    case postponed
    /// The provider refuses our credentials.
    case unauthorized
    case unknownHost = "unknown-host"
    case unreachable
    case tlsError = "tls-error"
    case timeout
    case disconnected
    case malformed
    /// The address is private, and the server does not allow that.
    case privateAddress = "private-address"
    /// No channel of this kind is configured.
    case unconfigured
    case stopped
    /// The mail server does not offer STARTTLS, and no mail is sent unencrypted.
    case withoutTLS = "without-tls"
}

/// An outcome, with what the provider said besides.
package struct SendAnswer: Equatable, Sendable {
    package let outcome: SendOutcome
    /// The provider's status code, if it sent one.
    package let status: Int?
    /// The provider's id of the message, by which receipts name it.
    package let reference: String?
    package let retryAfter: RetryAfter?

    package init(
        _ outcome: SendOutcome, status: Int? = nil, reference: String? = nil, retryAfter: RetryAfter? = nil
    ) {
        self.outcome = outcome
        self.status = status
        self.reference = reference
        self.retryAfter = retryAfter
    }

    /// `refused 550`: for operators. The provider's own words may contain addresses and are left out.
    package var reason: String { status.map { "\(outcome.rawValue) \($0)" } ?? outcome.rawValue }
}
