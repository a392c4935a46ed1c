package import FairKitCore

/// Who asks, and in which request: what every use case is told, and what the audit records.
package struct Caller: Sendable {
    package let subject: Subject
    package let requestID: String
    /// What was sent under an Idempotency-Key, if it was.
    package let keyed: KeyedRequest?

    package init(subject: Subject, requestID: String, keyed: KeyedRequest? = nil) {
        self.subject = subject
        self.requestID = requestID
        self.keyed = keyed
    }

    func entry(
        _ action: AuditAction, _ object: (any CustomStringConvertible)?, about profile: ProfileID?, at now: Timestamp
    ) -> AuditEntry {
        AuditEntry(
            at: now, actor: subject.keyID, action: action, object: object.map { "\($0)" }, profileID: profile,
            requestID: requestID)
    }
}
