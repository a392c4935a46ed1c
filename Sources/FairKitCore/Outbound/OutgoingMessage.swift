/// A message to one contact point, ready to be sent.
package struct OutgoingMessage: Equatable, Sendable {
    /// Stays the same over all attempts, so that a receiver recognises a repetition.
    package private(set) var id: String
    /// The name of the tenant that writes, as people know it; a mail comes from it. Empty: from the address alone.
    package let sender: String
    package let title: String
    package let body: String
    /// The page that it opens; nil: none.
    package let link: String?
    /// The queue in which it waited.
    package let lane: NoticeSend.Lane
    /// The number on the app's icon; nil: unchanged.
    package let badge: Int?
    /// Messages with the same text replace each other on a device; nil: none.
    package let collapseID: String?
    /// The incident that it opens or updates at a service that keeps incidents; nil: none.
    package private(set) var incident: String?
    /// The incidents that are over at such a service.
    package private(set) var ends: [String]
    /// The JSON object that an app receives beside the text, such as the payload of requirement R3.2; nil: none.
    package let data: [UInt8]?
    /// It is of no use afterwards.
    package let expiresAt: Timestamp

    package init(
        id: String, sender: String = "", title: String, body: String, link: String?, lane: NoticeSend.Lane, badge: Int?,
        collapseID: String?, incident: String? = nil, ends: [String] = [], data: [UInt8]?, expiresAt: Timestamp
    ) {
        self.id = id
        self.sender = sender
        self.title = title
        self.body = body
        self.link = link
        self.lane = lane
        self.badge = badge
        self.collapseID = collapseID
        self.incident = incident
        self.ends = ends
        self.data = data
        self.expiresAt = expiresAt
    }
}

/// The effect of a message on an incident.
package enum IncidentEvent: String, Sendable {
    case trigger
    case resolve
}

extension OutgoingMessage {
    /// Whether it breaks through silence and quiet hours.
    package var isCritical: Bool { lane == .critical }

    /// Its effects at a service that keeps incidents, in this order: those that are over end before another one opens.
    package var incidentEvents: [(event: IncidentEvent, key: String)] {
        var events = ends.map { (event: IncidentEvent.resolve, key: $0) }
        if let opened = incident ?? (ends.isEmpty ? collapseID ?? id : nil) {
            events.append((event: .trigger, key: opened))
        }
        return events
    }

    /// The same message once for each of these events, for a service that takes one at a time.
    package var eachIncidentEvent: [OutgoingMessage] {
        incidentEvents.map { event, key in
            var one = self
            (one.incident, one.ends) = event == .trigger ? (key, []) : (nil, [key])
            // A receiver that recognises repetitions by the id must take each event.
            if event == .resolve { one.id = "\(id)-\(key)" }
            return one
        }
    }
}
