package import FairKitCore
import TextEncodings

/// An entry of the audit log on the wire.
package struct AuditBody: Decodable, JSONBody, Sendable {
    package let number: Int64
    package let at: String
    package let action: String
    package let outcome: String
    package let keyId: String?
    package let role: String?
    package let accountId: String?
    package let sessionId: String?
    package let address: String?
    package let object: String?
    package let patientId: String?
    /// The people in a list that was shown.
    package let patientIds: [String]?
    package let requestId: String
    package let times: Int
    /// Whether only emergency access (break-glass) allowed it.
    package let breakGlass: Bool
    package let mac: String

    package init(_ numbered: NumberedEntry) {
        let (entry, actor) = (numbered.entry, numbered.entry.actor)
        number = numbered.number
        at = "\(entry.at)"
        action = entry.action.rawValue
        outcome = entry.outcome.rawValue
        keyId = actor.key?.description
        role = actor.role?.rawValue
        accountId = actor.account?.description
        sessionId = actor.session?.description
        address = actor.address
        object = entry.object
        patientId = entry.profileID?.description
        patientIds = entry.patients.isEmpty ? nil : entry.patients.map(\.description).sorted()
        requestId = entry.requestID
        times = entry.times
        breakGlass = entry.breakGlass
        mac = hexadecimal(numbered.mac)
    }
}

/// A checkpoint of the audit log on the wire.
package struct CheckpointBody: Codable, JSONBody, Sendable {
    package let checkpoint: Int64
    package let number: Int64
    package let at: String
    package let mac: String
    package let signature: String

    package init(_ checkpoint: AuditCheckpoint) {
        self.checkpoint = checkpoint.position
        number = checkpoint.number
        at = "\(checkpoint.at)"
        mac = hexadecimal(checkpoint.mac)
        signature = hexadecimal(checkpoint.signature)
    }
}

/// The result of a verification.
package struct VerificationBody: Decodable, JSONBody, Sendable {
    package struct Finding: Decodable, JSONBody, Sendable {
        package let code: String
        package let number: Int64?
        package let detail: String
    }
    package let sound: Bool
    package let entries: Int64
    package let checkpoint: CheckpointBody?
    package let publicKey: String
    package let tenant: String
    package let findings: [Finding]

    package init(_ verification: AuditVerification, publicKey: [UInt8], tenant: String) {
        sound = verification.isSound
        entries = verification.entries
        checkpoint = verification.checkpoint.map { CheckpointBody($0) }
        self.publicKey = hexadecimal(publicKey)
        self.tenant = tenant
        findings = verification.findings.map {
            Finding(code: $0.code, number: $0.number, detail: $0.sentence)
        }
    }
}

/// A part of an exported audit log.
package struct AuditPartBody: Decodable, JSONBody, Sendable {
    package let tenant: String
    package let publicKey: String
    package let entries: [AuditBody]
    package let checkpoints: [CheckpointBody]
    package let next: Int64?
    package let end: Int64

    package init(
        _ entries: [NumberedEntry], _ checkpoints: [AuditCheckpoint], next: Int64?, end: Int64, publicKey: [UInt8],
        tenant: String
    ) {
        self.tenant = tenant
        self.publicKey = hexadecimal(publicKey)
        self.entries = entries.map { AuditBody($0) }
        self.checkpoints = checkpoints.map { CheckpointBody($0) }
        self.next = next
        self.end = end
    }
}

/// A checkpoint from an earlier export, to verify the audit log against.
package struct VerificationRequest: Codable, Sendable {
    package let checkpoint: CheckpointBody?

    package init(checkpoint: CheckpointBody?) { self.checkpoint = checkpoint }
}
