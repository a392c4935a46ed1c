/// One line of the record of who did what. It holds ids only, so that a person can be erased without touching it.
package struct AuditEntry: Hashable, Sendable {
    package let at: Timestamp
    package let actor: AuditActor
    package let action: AuditAction
    package let outcome: AuditOutcome
    /// What was read or written; nil for a list. Of what was denied, the pattern of its route.
    package let object: String?
    /// Which patient, if one.
    package let profileID: ProfileID?
    /// Which patients a list showed.
    package let patients: Set<ProfileID>
    package let requestID: String
    /// How often, of what is counted instead of told one by one.
    package let times: Int
    /// Whether the caller saw the record only since it was opened in an emergency, be it that this was allowed or refused.
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

/// Who did something, and from where.
package struct AuditActor: Hashable, Sendable {
    /// `KeyID.machine` is a command on the server's machine; nil: the server of itself, or nobody who is known.
    package let key: KeyID?
    /// In which role.
    package let role: RoleName?
    /// The person, where one has signed in, and their session.
    package let account: AccountID?
    package let session: SessionID?
    /// The IP address that it came from; nil for what came from the machine itself.
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

    /// The server of itself.
    package static let server = AuditActor(key: nil)
}

/// How it ended. The texts are stored for ever; append only.
package enum AuditOutcome: String, Sendable, CaseIterable {
    case success
    /// Refused, since this caller may not do it, or is nobody.
    case denied
    /// Allowed and tried, but without success.
    case failed
}
