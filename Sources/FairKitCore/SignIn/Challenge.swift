/// A sign-in, or the setup of a second factor, that waits for a one-time code.
package struct Challenge: Sendable {
    package let account: AccountID
    /// The session that sets up a second factor; nil: a sign-in, which has no session yet.
    package let session: SessionID?
    package let startedAt: Timestamp
    /// The new secret that becomes the account's once the person sends a code of it; nil: the account's own secret is
    /// checked.
    package let secret: [UInt8]?
    package let failures: Int

    /// How long a challenge is valid (R4.3).
    package static let lifetime = Duration.seconds(300)
    /// A challenge ends after this many wrong codes.
    package static let maxFailures = 5
    /// After this many wrong codes in a day, from any address, the account accepts no more codes that day: the sender
    /// knows the password.
    package static let maxFailuresPerDay = 100

    package init(
        account: AccountID, session: SessionID? = nil, startedAt: Timestamp, secret: [UInt8]? = nil, failures: Int = 0
    ) {
        self.account = account
        self.session = session
        self.startedAt = startedAt
        self.secret = secret
        self.failures = failures
    }
}
