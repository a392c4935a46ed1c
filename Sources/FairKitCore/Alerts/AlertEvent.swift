/// One line of the history of alerts and deliveries: append-only, numbered without gaps, ids only.
package struct AlertEvent: Equatable, Sendable {
    /// From 1.
    package let number: Int64
    package let at: Timestamp
    package let kind: AlertEventKind
    package let alertID: AlertID
    package let band: Band
    /// The delivery; nil if the event is about the alert itself.
    package let delivery: Int64?
    /// The delivery's consumer group.
    package let group: String?
    /// The API key or account that did it; nil: the server.
    package let actor: ActorID?
    /// Why a delivery was released, in the words of the consumer or the server. A consumer's words may be about a
    /// person.
    package let reason: String?

    package init(
        number: Int64, at: Timestamp, kind: AlertEventKind, alertID: AlertID, band: Band, delivery: Int64?,
        group: String?, actor: ActorID?, reason: String?
    ) {
        self.number = number
        self.at = at
        self.kind = kind
        self.alertID = alertID
        self.band = band
        self.delivery = delivery
        self.group = group
        self.actor = actor
        self.reason = reason
    }
}

extension AlertEvent {
    /// The same event without its reason.
    package var withoutReason: AlertEvent {
        AlertEvent(
            number: number, at: at, kind: kind, alertID: alertID, band: band, delivery: delivery, group: group,
            actor: actor, reason: nil)
    }
}

/// The kind of an event of an alert or a delivery.
package enum AlertEventKind: String, Sendable, CaseIterable {
    case raised
    case retracted
    /// A group that was created or extended later also got the open alert.
    case backfilled
    case leased
    case extended
    /// The consumer nacked the delivery.
    case released
    /// The lease was undone: the client had closed the connection before the response. No attempt is counted.
    case returned
    case expired
    /// The consumer acked the delivery. It ends redelivery; it does not acknowledge the alert.
    case acked
    /// The kit was registered: the alert's patient is now known.
    case bound
    case parked
    /// A critical delivery failed too often. Unlike others, it is never parked.
    case stuck
    case redriven
    case replayed
    /// A clinician has read the alert back.
    case acknowledged
    /// A clinician recorded what came of it; or, with a reason, it was settled: see `AlertSettlement`.
    case resolved
    /// A read-back differed; the reason names the parts.
    case readBackFailed = "read-back-failed"
    /// A step told its receivers; the reason names the step and their number.
    case escalated
    /// A step had no one to tell, and the next one was due at once.
    case stepSkipped = "step-skipped"
}

/// Why an alert that asked for a verification ended without an outcome of its own.
package enum AlertSettlement: String, Sendable {
    /// A person verified the level, or the laboratory confirmed it.
    case verified
    /// It was interpreted again, and is suspect no more.
    case notSuspect = "not-suspect"
}
