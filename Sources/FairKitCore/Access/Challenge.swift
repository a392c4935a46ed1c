/// A password was right, or a session sets up a second factor: a code is waited for.
package struct Challenge: Sendable {
    package let account: AccountID
    /// The session that sets up a second factor; nil: one is to be begun.
    package let session: SessionID?
    package let startedAt: Timestamp
    /// A secret that becomes the account's once a code of it comes; nil: the account's own is asked for.
    package let secret: [UInt8]?
    package let failures: Int

    /// How long a code is waited for (R4.3).
    package static let lifetime = Duration.seconds(300)
    /// So many wrong codes end it.
    package static let maxFailures = 5
    /// So many wrong codes in a day, from wherever, and no more are taken until the day is over: whoever sends them knows the password.
    package static let mostFailuresADay = 100

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
