/// One sign-in of a person, until they sign out or its time is over.
package struct Session: Hashable, Sendable {
    package let id: SessionID
    package let account: AccountID
    package let startedAt: Timestamp
    /// When its tokens were last refreshed.
    package let usedAt: Timestamp
    /// When it ends, whatever is done with it.
    package let expiresAt: Timestamp
    /// Where it began.
    package let address: String?
    /// How the client calls itself: its User-Agent.
    package let client: String?
    package let endedAt: Timestamp?

    /// How long it may last.
    package static let longest = Duration.seconds(30 * 86_400)
    /// How long it may go unused, unless the tenant has chosen less.
    package static let longestIdle = Duration.seconds(7 * 86_400)
    /// So many of an account at once.
    package static let most = 100
    /// In this time a client may ask again with a token that it has used: the answer was lost on the way.
    package static let repetition = Duration.seconds(10)
    /// How long it is known that there was one; of the last ones of an account it is known for longer.
    package static let kept = Duration.seconds(90 * 86_400)
    /// So many sign-ins of an account are its history, however long ago they were.
    package static let historyLength = 10

    package init(
        id: SessionID, account: AccountID, startedAt: Timestamp, usedAt: Timestamp, expiresAt: Timestamp,
        address: String?, client: String?, endedAt: Timestamp?
    ) {
        self.id = id
        self.account = account
        self.startedAt = startedAt
        self.usedAt = usedAt
        self.expiresAt = expiresAt
        self.address = address
        self.client = client
        self.endedAt = endedAt
    }

    /// A new one.
    package init(of account: AccountID, from origin: Origin, at now: Timestamp) {
        self.init(
            id: .new(at: now), account: account, startedAt: now, usedAt: now,
            expiresAt: now.advanced(by: Session.longest), address: origin.address, client: origin.client, endedAt: nil)
    }

    /// Until when a refresh token that is made at a time is good, if the session may go unused for so long.
    package func refreshExpiry(at now: Timestamp, idle: Duration) -> Timestamp {
        min(now.advanced(by: idle), expiresAt)
    }

    /// Whether its access tokens are good.
    package func isActive(at now: Timestamp) -> Bool { endedAt == nil && now < expiresAt }

    /// Why it ended. The texts are stored for ever.
    package enum End: String, Sendable, CaseIterable {
        case signedOut = "signed-out"
        /// The person ended it from another session.
        case ended
        /// A refresh token was used that had been used before: somebody has a copy.
        case reused
        /// The password was changed.
        case password
        case suspended
        case deleted
        /// It was unused longest of as many as there may be, and another one began.
        case expired
    }
}

package typealias SessionID = ID<Session>

/// Where a request of somebody comes from who is not known yet.
package struct Origin: Hashable, Sendable {
    /// The IP address; nil: this machine's socket.
    package let address: String?
    /// How the client calls itself.
    package let client: String?
    package let requestID: String

    /// So much of a User-Agent is kept.
    private static let longestClient = 200

    package init(address: String?, client: String?, requestID: String) {
        self.address = address
        self.client = client.map { String($0.prefix(Origin.longestClient)) }
        self.requestID = requestID
    }

    /// What counts as one client: the same program, as it calls itself, at one place.
    package var program: String { "\(source) \(client ?? "")" }

    /// What counts as one place: an IPv4 address, or the network of an IPv6 one (64 bits), of which whoever has one address has all.
    package var source: String {
        guard let address else { return "machine" }
        return IPAddress(address)?.network ?? address
    }
}
