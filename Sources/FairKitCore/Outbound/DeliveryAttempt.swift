import FoundationEssentials

/// One request that pushed a delivery to a receiver, and its outcome. Ids only.
package struct DeliveryAttempt: Equatable, Sendable {
    /// Consecutive; 0 before it is stored.
    package let number: Int64
    /// When it began.
    package let at: Timestamp
    package let alertID: AlertID
    package let delivery: Int64
    package let channel: ChannelName
    package let outcome: AttemptOutcome
    /// nil if no response came.
    package let httpStatus: Int?
    package let milliseconds: Int64
    /// From 1.
    package let attempt: Int

    /// A test of a webhook: it has no alert and no delivery.
    package init(testAt at: Timestamp, outcome: AttemptOutcome, httpStatus: Int?, milliseconds: Int64) {
        self.init(
            at: at, alertID: AlertID(uuid: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))),
            delivery: DeliveryAttempt.ofTest, channel: .webhook, outcome: outcome, httpStatus: httpStatus,
            milliseconds: milliseconds, attempt: 1)
    }

    package var isTest: Bool { delivery == DeliveryAttempt.ofTest }

    /// In place of a delivery's number. It is stored for ever. An attempt whose alert was erased has 0.
    private static let ofTest: Int64 = -1

    /// How long attempts are kept: 90 days.
    package static let kept = Duration.seconds(90 * 86_400)

    package init(
        number: Int64 = 0, at: Timestamp, alertID: AlertID, delivery: Int64, channel: ChannelName,
        outcome: AttemptOutcome,
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

/// An attempt, and the name of its consumer group.
package struct GroupAttempt: Equatable, Sendable {
    package let attempt: DeliveryAttempt
    /// A removed group keeps its name here.
    package let group: String

    package init(_ attempt: DeliveryAttempt, of group: String) {
        self.attempt = attempt
        self.group = group
    }
}

/// The channel of an attempt. The texts are stored for ever.
package enum ChannelName: String, Sendable, CaseIterable {
    case webhook
}

/// The outcome of an attempt. The texts are stored for ever; append only.
package enum AttemptOutcome: String, Sendable, CaseIterable {
    /// 2xx: the receiver accepted it, which acks the delivery.
    case delivered
    /// 3xx: redirects are not followed, since the administrator did not choose their target.
    case redirected
    /// 410.
    case gone
    /// 4xx.
    case rejected
    /// 5xx.
    case failed
    case timeout
    /// The receiver's certificate or TLS is not trusted.
    case tlsError = "tls-error"
    /// The host has no address.
    case unknownHost = "unknown-host"
    /// The host has an address that is not public.
    case privateAddress = "private-address"
    /// The URL is not https, and that is no longer allowed.
    case insecure
    /// No connection: no server listens at the address.
    case unreachable
    /// The connection closed before the response was complete.
    case disconnected
    /// The response is not HTTP.
    case malformed
    /// It was cancelled: the server is stopping, or the webhook was changed.
    case stopped

    /// The outcome for a status; nil for an unknown one.
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

    /// The reason of the release, for the alert's history.
    package func reason(status: Int?) -> String {
        status.map { "HTTP \($0)" } ?? rawValue.split(separator: "-").joined(separator: " ")
    }
}
