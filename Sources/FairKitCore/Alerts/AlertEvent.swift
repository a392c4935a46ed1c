/// One line of the history of alerts and deliveries: append-only, numbered without gaps, ids only.
package struct AlertEvent: Hashable, Sendable {
    /// From 1.
    package let number: Int64
    package let at: Timestamp
    package let kind: AlertEventKind
    package let alertID: AlertID
    package let band: Band
    /// The delivery that it is about; nil if it is about the alert itself.
    package let delivery: Int64?
    /// The delivery's consumer group.
    package let group: String?
    /// The API key or account that did it; nil: the server.
    package let actor: ActorID?
    /// Why a delivery was released: in the consumer's words, which may be about a person, or in the server's own.
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

/// What happened to an alert or a delivery.
package enum AlertEventKind: String, Sendable, CaseIterable {
    case raised
    case retracted
    /// A group that was created or widened later got the open alert, too.
    case backfilled
    case leased
    case extended
    /// The consumer gave the delivery up (nack).
    case released
    /// The lease was undone: its client had closed the connection before the answer. No attempt is counted.
    case returned
    case expired
    /// The consumer acked the delivery. It ends redelivery; it does not acknowledge the alert.
    case acked
    /// The kit was registered: the alert's patient is known now.
    case bound
    case parked
    /// A critical delivery failed too often; unlike others it is never parked.
    case stuck
    case redriven
    case replayed
}
