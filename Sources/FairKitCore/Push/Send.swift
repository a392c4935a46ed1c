/// One attempt to send a delivery, as it is kept. Ids only.
package struct Send: Hashable, Sendable {
    /// Counts up; 0 before it is stored.
    package let number: Int64
    /// When it began.
    package let at: Timestamp
    package let alertID: AlertID
    package let delivery: Int64
    package let channel: SendChannel
    package let outcome: SendOutcome
    /// nil if no answer came.
    package let httpStatus: Int?
    package let milliseconds: Int64
    /// From 1.
    package let attempt: Int

    /// How long attempts are kept: ninety days.
    package static let kept = Duration.seconds(90 * 86_400)

    package init(
        number: Int64 = 0, at: Timestamp, alertID: AlertID, delivery: Int64, channel: SendChannel, outcome: SendOutcome,
        httpStatus: Int?, milliseconds: Int64, attempt: Int
    ) {
        self.number = number
        self.at = at
        self.alertID = alertID
        self.delivery = delivery
        self.channel = channel
        self.outcome = outcome
        self.httpStatus = httpStatus
        self.milliseconds = milliseconds
        self.attempt = attempt
    }
}

/// By what way something is sent. The texts are stored for ever.
package enum SendChannel: String, Sendable, CaseIterable {
    case webhook
}

/// What became of an attempt. The texts are stored for ever; append only.
package enum SendOutcome: String, Sendable, CaseIterable {
    case delivered
    /// 3xx: nobody follows it, since where it leads was not agreed on.
    case redirected
    /// 410.
    case gone
    /// 4xx.
    case rejected
    /// 5xx.
    case failed
    case timeout
    /// The receiver's certificate, or its TLS, can't be trusted.
    case tlsError = "tls-error"
    /// The host has no address.
    case unknownHost = "unknown-host"
    /// An address of the host is not public.
    case privateAddress = "private-address"
    /// It is not https, and that is no longer allowed.
    case insecure
    /// Nobody listens there.
    case unreachable
    /// The connection ended before the answer did.
    case disconnected
    /// What came is not HTTP.
    case malformed
    /// It was not sent to its end: the server is stopping, or the webhook was changed.
    case stopped

    /// What an answer's status means; nil: nothing that is known.
    package init?(status: Int) {
        switch status {
        case 200..<300: self = .delivered
        case 300..<400: self = .redirected
        case 410: self = .gone
        case 400..<500: self = .rejected
        case 500..<600: self = .failed
        default: return nil
        }
    }

    /// Why a delivery is given back, for whoever looks at its history.
    package func reason(status: Int?) -> String {
        status.map { "HTTP \($0)" } ?? rawValue.split(separator: "-").joined(separator: " ")
    }
}
