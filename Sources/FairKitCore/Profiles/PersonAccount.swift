/// How a person signs in, without any secret.
package struct PersonAccount: Sendable {
    package struct Session: Sendable {
        package let startedAt: Timestamp
        package let usedAt: Timestamp
        package let endedAt: Timestamp?
        package let address: String?
        package let client: String?

        package init(
            startedAt: Timestamp, usedAt: Timestamp, endedAt: Timestamp?, address: String?, client: String?
        ) {
            self.startedAt = startedAt
            self.usedAt = usedAt
            self.endedAt = endedAt
            self.address = address
            self.client = client
        }
    }

    package let id: AccountID
    package let email: String?
    package let details: AccountDetails
    package let state: String
    package let createdAt: Timestamp
    package let sessions: [Session]

    package init(
        id: AccountID, email: String?, details: AccountDetails, state: String, createdAt: Timestamp, sessions: [Session]
    ) {
        self.id = id
        self.email = email
        self.details = details
        self.state = state
        self.createdAt = createdAt
        self.sessions = sessions
    }
}
