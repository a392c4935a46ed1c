/// One sign-in of a person, until they sign out or it expires.
package struct Session: Equatable, Sendable {
    package let id: SessionID
    package let account: AccountID
    package let startedAt: Timestamp
    /// When its tokens were last refreshed.
    package let usedAt: Timestamp
    /// When the session expires, whether or not it is used.
    package let expiresAt: Timestamp
    /// The address from which the person signed in.
    package let address: String?
    /// The client's User-Agent.
    package let client: String?
    package let endedAt: Timestamp?

    /// The longest lifetime.
    package static let longest = Duration.seconds(30 * 86_400)
    /// The longest time without use, unless the tenant has chosen a shorter one.
    package static let longestIdle = Duration.seconds(7 * 86_400)
    /// The most sessions that an account may have at the same time.
    package static let most = 100
    /// Within this time a client may repeat a request with a used refresh token, since the response may have been lost.
    package static let repetition = Duration.seconds(10)
    /// How long an ended session is kept; the last ones of an account are kept longer.
    package static let kept = Duration.seconds(90 * 86_400)
    /// An account's sign-in history keeps this many sessions, however old.
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

    /// A new session.
    package init(of account: AccountID, from origin: Origin, at now: Timestamp) {
        self.init(
            id: .new(at: now), account: account, startedAt: now, usedAt: now,
            expiresAt: now.advanced(by: Session.longest), address: origin.address, client: origin.client, endedAt: nil)
    }

    /// When a refresh token expires that is issued at a time, for a given inactivity limit.
    package func refreshExpiry(at now: Timestamp, idle: Duration) -> Timestamp {
        min(now.advanced(by: idle), expiresAt)
    }

    /// Whether its access tokens are valid.
    package func isActive(at now: Timestamp) -> Bool { endedAt == nil && now < expiresAt }

    /// Why the session ended. Stored texts; they never change.
    package enum End: String, Sendable, CaseIterable {
        case signedOut = "signed-out"
        /// The person ended it from another session.
        case ended
        /// A used refresh token was presented again: it has been copied.
        case reused
        /// The password was changed.
        case password
        case suspended
        case deleted
        /// The account reached the limit of sessions, and this one had been unused longest.
        case expired
    }
}

package typealias SessionID = ID<Session>

/// Where an unauthenticated request comes from.
package struct Origin: Equatable, Sendable {
    /// The IP address; nil: the local socket.
    package let address: String?
    /// The client's User-Agent.
    package let client: String?
    package let requestID: String

    /// The longest stored User-Agent.
    private static let longestClient = 200

    package init(address: String?, client: String?, requestID: String) {
        self.address = address
        self.client = client.map { String($0.prefix(Origin.longestClient)) }
        self.requestID = requestID
    }

    /// Identifies a client: the same User-Agent at the same source.
    package var program: String { "\(source) \(client ?? "")" }

    /// Identifies a source: an IPv4 address, or an IPv6 network of 64 bits, since one client can use all of its
    /// addresses.
    package var source: String {
        guard let address else { return "machine" }
        return IPAddress(address)?.network ?? address
    }
}
