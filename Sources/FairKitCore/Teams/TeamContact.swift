/// A contact point of a team, with what was sent to it last.
package struct TeamContact: Equatable, Sendable {
    package let contact: ContactPoint
    /// nil: nothing was sent to it yet.
    package let lastSend: NoticeSend?

    /// The most contact points of a team.
    package static let most = 10
    /// The shortest time between two test messages to one contact point.
    package static let testInterval = Duration.seconds(60)

    package init(contact: ContactPoint, lastSend: NoticeSend?) {
        self.contact = contact
        self.lastSend = lastSend
    }
}

extension ContactKind {
    /// The kinds that a team can have: an administrator enters them, so messages to them have no values.
    package static let ofTeams: [ContactKind] = [.slack, .teams, .pagerDuty, .http, .email, .sms, .voice]

    /// An address of one of the kinds of teams, in the form that is stored.
    ///
    /// - Parameter allowsPrivate: whether URLs may be http, and on this machine and its network.
    /// - Throws: `Invalid` with the pointer of the whole value.
    package func teamAddress(_ text: String, allowsPrivate: Bool) throws(Invalid) -> String {
        switch self {
        case .email, .sms, .voice: return try address(text)
        case .slack, .teams:
            do { return try WebhookURL(text, allowsPrivate: allowsPrivate).description } catch {
                throw Invalid(error.fields.map { FieldError(pointer: "", detail: $0.detail) })
            }
        case .pagerDuty:
            guard text.isRoutingKey else { throw Invalid("", "a routing key: 32 letters or digits") }
            return text
        case .http:
            guard text.isText(1...500) else {
                throw Invalid("", "1 to 500 characters, without control characters")
            }
            return text
        case .apns, .fcm, .webPush: throw Invalid("", "can't be added to a team")
        }
    }
}

extension String {
    /// Whether it can be a routing key of PagerDuty: thirty-two letters or digits.
    package var isRoutingKey: Bool {
        utf8.count == 32
            && utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) }
    }
}

extension ContactPoint {
    /// The address as it is shown after it was set. A URL of a chat and a routing key are as secret as a password, and a
    /// gateway's text may be: only the host and the last four characters are shown.
    package var maskedAddress: String {
        switch kind {
        case .email, .sms, .voice: address
        case .slack, .teams:
            "\(WebhookURL(stored: address).map { "https://\($0.host)/" } ?? "")\(address.lastCharacters)"
        case .pagerDuty, .http, .apns, .fcm, .webPush: address.lastCharacters
        }
    }
}

extension String {
    /// Enough to tell two secrets apart, and too little to use one.
    fileprivate var lastCharacters: String { count < 16 ? "…" : "…\(suffix(4))" }
}
