/// One line of the history of alerts and deliveries: append-only, numbered without gaps, ids only.
package struct AlertEvent: Hashable, Sendable {
    /// From 1.
    package let number: Int64
    package let at: Timestamp
    package let kind: AlertEventKind
    package let alertID: AlertID
    package let band: Band
    /// Of which delivery it tells, and of which group's; nil if it is about the alert itself.
    package let delivery: Int64?
    package let group: String?
    /// Whose key did it; nil: the server of itself.
    package let actor: ActorID?
    /// Why a delivery was given back: in a consumer's words, which may be about a person, or in the server's own.
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
    /// A group that was made or widened later got it, too.
    case offered
    case leased
    case extended
    case released
    /// Taken back from a client that went away before it heard of its lease; no attempt is counted.
    case returned
    case expired
    case delivered
    /// The kit was registered: the alert has learned whose result it is about.
    case bound
    case parked
    /// It is critical and failed too often; it goes on.
    case stuck
    case redriven
    case replayed
}
