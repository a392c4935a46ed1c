import FairKitCore
import TextEncodings

/// An entry of the audit on the wire.
struct AuditBody: Encodable {
    let number: Int64
    let at: String
    let action: String
    let outcome: String
    let keyId: String?
    let role: String?
    let accountId: String?
    let sessionId: String?
    let address: String?
    let object: String?
    let patientId: String?
    /// Whom a list showed.
    let patientIds: [String]?
    let requestId: String
    let times: Int
    /// Whether it was allowed only since the record was opened in an emergency.
    let breakGlass: Bool
    let mac: String

    init(_ numbered: NumberedEntry) {
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

/// A checkpoint of the audit on the wire.
struct CheckpointBody: Codable {
    let checkpoint: Int64
    let number: Int64
    let at: String
    let mac: String
    let signature: String

    init(_ checkpoint: AuditCheckpoint) {
        self.checkpoint = checkpoint.position
        number = checkpoint.number
        at = "\(checkpoint.at)"
        mac = hexadecimal(checkpoint.mac)
        signature = hexadecimal(checkpoint.signature)
    }

    func checked() throws(Invalid) -> AuditCheckpoint {
        guard let at = Timestamp(at) else { throw Invalid("/checkpoint/at", "a time as it was exported") }
        guard let mac = bytes(hexadecimal: mac) else { throw Invalid("/checkpoint/mac", "hexadecimal digits") }
        guard let signature = bytes(hexadecimal: signature) else {
            throw Invalid("/checkpoint/signature", "hexadecimal digits")
        }
        return AuditCheckpoint(position: checkpoint, number: number, mac: mac, at: at, signature: signature)
    }
}
