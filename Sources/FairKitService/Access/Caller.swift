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

    /// A command on the server's machine that opens the store itself.
    package static let command = Caller(
        subject: Subject(keyID: .machine, role: .administrator), requestID: "command")

    func entry(
        _ action: AuditAction, _ object: (any CustomStringConvertible)?, about profile: ProfileID?, at now: Timestamp
    ) -> AuditEntry {
        AuditEntry(
            at: now, actor: subject.keyID == .server ? nil : subject.keyID, action: action,
            object: object.map { "\($0)" }, profileID: profile,
            requestID: requestID)
    }
}
