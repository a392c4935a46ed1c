/// One line of the record of who did what. It holds ids only, so that a person can be erased without touching it.
package struct AuditEntry: Hashable, Sendable {
    package let at: Timestamp
    /// `KeyID.machine` is a command on the server's machine; nil, the server of itself.
    package let actor: KeyID?
    package let action: AuditAction
    /// What was read or written; nil for a list.
    package let object: String?
    /// Which patient, if one.
    package let profileID: ProfileID?
    package let requestID: String

    package init(
        at: Timestamp, actor: KeyID?, action: AuditAction, object: String?, profileID: ProfileID?, requestID: String
    ) {
        self.at = at
        self.actor = actor
        self.action = action
        self.object = object
        self.profileID = profileID
        self.requestID = requestID
    }
}

/// What is recorded. The texts are stored for ever; append only.
package enum AuditAction: String, Sendable, CaseIterable {
    case profileCreated = "profile.created"
    case profileRead = "profile.read"
    case profileChanged = "profile.changed"
    case kitIssued = "kit.issued"
    case kitRead = "kit.read"
    case kitListed = "kit.listed"
    case kitAdvanced = "kit.advanced"
    case kitPhotoRead = "kit.photo-read"
    case kitReviewed = "kit.reviewed"
    case kitRegistered = "kit.registered"
    case kitPhotoDeleted = "kit.photo-deleted"
    case resultRecorded = "result.recorded"
    case resultCorrected = "result.corrected"
    case resultRead = "result.read"
    case resultListed = "result.listed"
    case resultBound = "result.bound"
    case alertRead = "alert.read"
    case alertListed = "alert.listed"
    case alertClaimed = "alert.claimed"
    case alertDelivered = "alert.delivered"
    case alertExtended = "alert.extended"
    case alertReleased = "alert.released"
    case alertRedriven = "alert.redriven"
    case alertReplayed = "alert.replayed"
    case groupCreated = "group.created"
    case groupChanged = "group.changed"
    case groupRemoved = "group.removed"
    case webhookSet = "webhook.set"
    case webhookRemoved = "webhook.removed"
    case ruleSwitchedOn = "rule.switched-on"
    case ruleSwitchedOff = "rule.switched-off"
    case keyCreated = "key.created"
    case keyRevoked = "key.revoked"
    case keyRotated = "key.rotated"
    case storeBackedUp = "store.backed-up"
    case outboxListed = "outbox.listed"
    case outboxShown = "outbox.shown"
    case outboxRetried = "outbox.retried"
    case outboxTested = "outbox.tested"
}
