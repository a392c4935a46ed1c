import FairKitCore
import FoundationEssentials
import Glibc
import KeyRing
import SQLCipher
import TextEncodings

/// How far the audit has come: its last entry, and its last checkpoint.
struct AuditHead: Hashable, Sendable {
    let number: Int64
    let mac: [UInt8]
    /// The last checkpoint's position, and the entry that it covers last; 0: there is none.
    let position: Int64
    let signed: Int64

    /// Before the first entry.
    static let origin = AuditHead(number: 0, mac: [UInt8](repeating: 0, count: 32), position: 0, signed: 0)
}

/// `audit.anchor`: how far the audit had come, noted outside of the database, so that an end that was cut off is missed.
struct AuditAnchor: Hashable, Sendable {
    let head: AuditHead
    /// From which entry on what the anchor knows of is gone. It is noted by who finds it out, before the numbers are used again.
    var missingFrom: Int64?

    /// What stands in the file.
    private struct Body: Codable {
        var version: Int
        var number: Int64
        var mac: String
        var position: Int64
        var signed: Int64
        var missingFrom: Int64?
        var seal: String
    }

    /// What became of the file.
    enum State: Hashable, Sendable {
        case missing
        /// It is not what was written, or another store's.
        case changed
        case holds(AuditAnchor)
    }

    static func read(from path: String, key: AuditKey) throws(StoreError) -> State {
        guard unsafe access(path, F_OK) == 0 else { return .missing }
        let file = try ReadableFile(path)
        guard file.size <= 4096, let body = try? JSONDecoder().decode(Body.self, from: Data(file.read(4096, at: 0))),
            body.version == 1, let mac = bytes(hexadecimal: body.mac), let seal = bytes(hexadecimal: body.seal)
        else { return .changed }
        let anchor = AuditAnchor(
            head: AuditHead(number: body.number, mac: mac, position: body.position, signed: body.signed),
            missingFrom: body.missingFrom)
        let expected = try mapping(StoreError.key) { () throws(KeyError) in try key.mac(of: anchor.message(of: key)) }
        return equalInConstantTime(seal, expected) ? .holds(anchor) : .changed
    }

    /// Puts it in the file's place by one rename.
    func write(to path: String, key: AuditKey) throws(StoreError) {
        let seal = try mapping(StoreError.key) { () throws(KeyError) in try key.mac(of: message(of: key)) }
        let body = Body(
            version: 1, number: head.number, mac: hexadecimal(head.mac), position: head.position, signed: head.signed,
            missingFrom: missingFrom, seal: hexadecimal(seal))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        guard let json = try? encoder.encode(body) else { throw .system(path: path, reason: "it can't be encoded") }
        try replaceFile(path, with: Array(json) + [UInt8(ascii: "\n")])
    }

    private func message(of key: AuditKey) -> [UInt8] {
        let parts = [
            "fairkit/audit-anchor/v1", key.tenant, "\(head.number)", hexadecimal(head.mac), "\(head.position)",
            "\(head.signed)",
            missingFrom.map { "\($0)" } ?? "",
        ]
        return Array(parts.joined(separator: "\n").utf8)
    }
}

extension Connection {
    /// How far the audit has come.
    func auditState() throws(DatabaseError) -> AuditHead {
        let head = try auditHead()
        let signed = try lastCheckpoint()
        return AuditHead(
            number: head.number, mac: head.mac, position: signed?.position ?? 0, signed: signed?.number ?? 0)
    }

    /// What of an anchor's knowledge is not in the database any more; nil if all is.
    func loss(since anchor: AuditAnchor) throws(DatabaseError) -> AuditLoss? {
        if let first = anchor.missingFrom { return .cut(from: first) }
        let known = anchor.head
        guard known.number > 0 else { return nil }
        let last = try auditHead().number
        guard last >= known.number else { return .cut(from: last + 1) }
        guard try exists("SELECT 1 FROM audit WHERE number = \(known.number) AND mac = \(known.mac)") else {
            return .replaced
        }
        let isSigned = try exists(
            "SELECT 1 FROM audit_checkpoint WHERE position = \(known.position) AND number = \(known.signed)")
        return isSigned || known.position == 0 ? nil : .unsigned
    }
}

/// What became of entries that an anchor knows of.
enum AuditLoss: Hashable, Sendable {
    /// From that number on they are gone.
    case cut(from: Int64)
    /// Another entry stands where the last of them stood.
    case replaced
    /// The last checkpoint that it knows of is gone.
    case unsigned
}
