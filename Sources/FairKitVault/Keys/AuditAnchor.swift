import FairKitCore
import FoundationEssentials
import Glibc
package import KeyRing
import TextEncodings

/// The state of the audit log: its last entry, and its last checkpoint.
package struct AuditHead: Hashable, Codable, Sendable {
    /// The last entry's number.
    package let number: Int64
    /// The last entry's MAC.
    package let mac: [UInt8]
    /// The last checkpoint's position; 0: none.
    package let position: Int64
    /// The last entry that the last checkpoint covers; 0: none.
    package let signed: Int64

    /// The state found in the tables.
    package init(number: Int64, mac: [UInt8], position: Int64, signed: Int64) {
        self.number = number
        self.mac = mac
        self.position = position
        self.signed = signed
    }

    /// The state before the first entry.
    package static let origin = AuditHead(number: 0, mac: [UInt8](repeating: 0, count: 32), position: 0, signed: 0)
}

/// `audit.anchor`: the state of the audit log, recorded outside the database, so that deleting the log's end is
/// detected.
package struct AuditAnchor: Hashable, Sendable {
    /// The recorded state.
    package let head: AuditHead
    /// The first recorded entry that is missing. It is recorded when that is found, before the number is used again.
    package var missingFrom: Int64?
    /// Whether this server has seen that all rows that give rights have codes: from then on, one without a code was written
    /// by hand. See decision 0134.
    package var hasCodes: Bool

    /// An anchor for a state, with nothing missing.
    package init(head: AuditHead, missingFrom: Int64? = nil, hasCodes: Bool = false) {
        self.head = head
        self.missingFrom = missingFrom
        self.hasCodes = hasCodes
    }

    /// The file's content.
    private struct Body: Codable {
        var version: Int
        var number: Int64
        var mac: String
        var position: Int64
        var signed: Int64
        var missingFrom: Int64?
        var hasCodes: Bool?
        var seal: String
    }

    /// The condition of the file.
    package enum State: Hashable, Sendable {
        case missing
        /// It was changed, or belongs to another store.
        case changed
        case holds(AuditAnchor)
    }

    /// Reads the file, and verifies its MAC.
    package static func read(from path: String, key: AuditKey) throws(StoreError) -> State {
        guard unsafe access(path, F_OK) == 0 else { return .missing }
        let file = try ReadableFile(path)
        guard file.size <= 4096, let body = try? JSONDecoder().decode(Body.self, from: Data(file.read(4096, at: 0))),
            body.version == 1, let mac = bytes(hexadecimal: body.mac), let seal = bytes(hexadecimal: body.seal)
        else { return .changed }
        let anchor = AuditAnchor(
            head: AuditHead(number: body.number, mac: mac, position: body.position, signed: body.signed),
            missingFrom: body.missingFrom, hasCodes: body.hasCodes ?? false)
        let expected = try mapping(StoreError.key) { () throws(KeyError) in try key.mac(of: anchor.message(of: key)) }
        return equalInConstantTime(seal, expected) ? .holds(anchor) : .changed
    }

    /// Replaces the file by one rename.
    package func write(to path: String, key: AuditKey) throws(StoreError) {
        let seal = try mapping(StoreError.key) { () throws(KeyError) in try key.mac(of: message(of: key)) }
        let body = Body(
            version: 1, number: head.number, mac: hexadecimal(head.mac), position: head.position, signed: head.signed,
            missingFrom: missingFrom, hasCodes: hasCodes ? true : nil, seal: hexadecimal(seal))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        guard let json = try? encoder.encode(body) else { throw .system(path: path, reason: "it can't be encoded") }
        try replaceFile(path, with: Array(json) + [UInt8(ascii: "\n")])
    }

    private func message(of key: AuditKey) -> [UInt8] {
        var parts = [
            "fairkit/audit-anchor/v1", key.tenant, "\(head.number)", hexadecimal(head.mac), "\(head.position)",
            "\(head.signed)",
            missingFrom.map { "\($0)" } ?? "",
        ]
        // Anchors of earlier versions had no such line.
        if hasCodes { parts.append("codes") }
        return Array(parts.joined(separator: "\n").utf8)
    }
}
