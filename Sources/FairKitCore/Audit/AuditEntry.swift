/// One entry of the audit log. It holds ids only, so that a person can be erased without changing it.
package struct AuditEntry: Equatable, Sendable {
    package let at: Timestamp
    package let actor: AuditActor
    package let action: AuditAction
    package let outcome: AuditOutcome
    /// The object that was read or written; nil for a list. For a denial, the pattern of the route.
    package let object: String?
    /// The patient concerned, if it is one.
    package let profileID: ProfileID?
    /// The patients that a list showed.
    package let patients: Set<ProfileID>
    package let requestID: String
    /// How often it happened; more than 1 if refusals were counted together.
    package let times: Int
    /// Whether the caller saw the record, or was refused, only under an emergency access.
    package let breakGlass: Bool

    package init(
        at: Timestamp, actor: AuditActor, action: AuditAction, outcome: AuditOutcome = .success, object: String?,
        profileID: ProfileID?, patients: Set<ProfileID> = [], requestID: String, times: Int = 1,
        breakGlass: Bool = false
    ) {
        self.at = at
        self.actor = actor
        self.action = action
        self.outcome = outcome
        self.object = object
        self.profileID = profileID
        self.patients = patients
        self.requestID = requestID
        self.times = times
        self.breakGlass = breakGlass
    }
}

/// The actor of an entry, and the address from which it acted.
package struct AuditActor: Equatable, Sendable {
    /// `KeyID.machine` is a command on the server's machine; nil: the server itself, or an unknown client.
    package let key: KeyID?
    /// The caller's role.
    package let role: RoleName?
    /// The signed-in person, if any, and their session.
    package let account: AccountID?
    package let session: SessionID?
    /// The client's IP address; nil for actions from the machine itself.
    package let address: String?

    package init(
        key: KeyID?, role: RoleName? = nil, account: AccountID? = nil, session: SessionID? = nil, address: String? = nil
    ) {
        self.key = key
        self.role = role
        self.account = account
        self.session = session
        self.address = address
    }

    /// The server acting by itself.
    package static let server = AuditActor(key: nil)
}

/// The outcome. Stored texts; append only.
package enum AuditOutcome: String, Sendable, CaseIterable {
    case success
    /// Refused: the caller is not authorized, or not authenticated.
    case denied
    /// Allowed, but it failed.
    case failed
}
