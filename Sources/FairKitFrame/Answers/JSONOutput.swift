import FairKitAPI
import FoundationEssentials
package import NIOCore

/// Encodes a value as JSON (RFC 8259) straight into bytes, without an intermediate tree, and only the requested
/// members. Members keep the order in which the value encodes them.
///
/// A value may encode several parts into one object, one after the other. It can't return to a nested container after
/// using the outer one, because an encoder does not learn when a container ends.
package final class JSONOutput: Encoder {
    /// A value that JSON can't represent, or that broke the order of containers.
    package struct Unwritable: Error {}

    /// No object has a requested member, not even as an omitted one.
    package struct UnknownMember: Error {
        /// Its position in the request: 1 is the first.
        package let position: Int
    }

    private(set) var bytes: [UInt8] = []
    /// The closing characters of all open objects and lists, innermost last.
    private var open: [(end: UInt8, isEmpty: Bool)] = []
    /// How many of them surround the value that is being written.
    private var around = 0
    /// The requested members of the value that is being written.
    private var wanted: WantedMembers
    /// Whether the value is omitted: it has no members, but some were requested.
    private var isLeftOut = false
    /// All requested members by id, with their position in the request.
    private var asked: [Int: Int] = [:]
    /// The ids of requested members that were found.
    private var found: Set<Int> = []

    package let codingPath: [any CodingKey] = []
    package let userInfo: [CodingUserInfoKey: Any] = [:]

    /// Whether everything is refused.
    private let isRefusing: Bool

    private init(wanted: WantedMembers, isRefusing: Bool = false) {
        self.wanted = wanted
        self.isRefusing = isRefusing
    }

    /// Refuses everything: for containers that no body uses.
    static var refusing: JSONOutput { JSONOutput(wanted: .all, isRefusing: true) }

    /// - Parameter wanted: the requested members.
    /// - Throws: `UnknownMember` for the first unknown one. An empty list reveals no members, so any may be requested.
    package static func json(_ value: some Encodable, wanted: WantedMembers = .all) throws -> ByteBuffer {
        let output = JSONOutput(wanted: wanted)
        output.bytes.reserveCapacity(4096)
        let isWritten = try output.write(value, wanted)
        if let position = output.asked.filter({ !output.found.contains($0.key) }).values.min() {
            throw UnknownMember(position: position)
        }
        return isWritten ? ByteBuffer(bytes: output.bytes) : ByteBuffer(string: "{}")
    }

    /// Records members that are requested of a value.
    func ask(_ wanted: WantedMembers) {
        guard case .some(let members) = wanted else { return }
        for member in members { asked[member.id] = member.position }
    }

    /// Records that a value has a requested member.
    func find(_ member: WantedMember?) {
        if let member { found.insert(member.id) }
    }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        ask(wanted)
        return KeyedEncodingContainer(JSONObject(output: self, depth: begin("{", "}"), wanted: wanted))
    }

    package func unkeyedContainer() -> any UnkeyedEncodingContainer {
        JSONList(output: self, depth: begin("[", "]"), wanted: wanted)
    }

    package func singleValueContainer() -> any SingleValueEncodingContainer { JSONValue(output: self) }

    // MARK: - For the containers

    /// Writes a value.
    ///
    /// - Returns: false if none of it is requested.
    func write<Value: Encodable>(_ value: Value, _ wanted: WantedMembers) throws -> Bool {
        if Value.self == ExactNumber.self || Value.self == Decimal.self, wanted.isAll {
            append(ascii: "\(value)")
            return true
        }
        let (before, outer) = (bytes.count, (around, self.wanted))
        (around, self.wanted, isLeftOut) = (open.count, wanted, false)
        try value.encode(to: self)
        close(to: around)
        (around, self.wanted) = outer
        defer { isLeftOut = false }
        guard isLeftOut || bytes.count > before else { throw Unwritable() }
        return !isLeftOut
    }

    /// Writes a value in place of the one that is being written.
    func inPlace(_ value: some Encodable) throws { isLeftOut = try !write(value, wanted) }

    /// Writes a value without members.
    func scalar(isNull: Bool = false, _ write: () throws -> Void) throws {
        guard !isRefusing else { throw Unwritable() }
        isLeftOut = !wanted.isAll
        if !isNull { ask(wanted) }
        if !isLeftOut { try write() }
    }

    /// Writes an entry of the list, or a member of the object, at a depth.
    ///
    /// - Parameter write: if it returns false, the entry is removed again.
    func entry(at depth: Int, _ write: () throws -> Bool) throws {
        guard !isRefusing, depth <= open.count else { throw Unwritable() }
        close(to: depth)
        let (before, isFirst) = (bytes.count, open[depth - 1].isEmpty)
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        open[depth - 1].isEmpty = false
        guard try !write() else { return }
        bytes.removeLast(bytes.count - before)
        open[depth - 1].isEmpty = isFirst
    }

    /// Opens the value's object or list if necessary.
    ///
    /// - Returns: the depth of the object or list.
    private func begin(_ start: Unicode.Scalar, _ end: Unicode.Scalar) -> Int {
        if open.count > around {
            close(to: around + 1)
            return around + 1
        }
        bytes.append(UInt8(ascii: start))
        open.append((UInt8(ascii: end), isEmpty: true))
        return open.count
    }

    private func close(to depth: Int) {
        while open.count > depth { bytes.append(open.removeLast().end) }
    }
}

// MARK: - Text

extension JSONOutput {
    /// Writes text without quotes.
    func append(ascii text: String) { bytes.append(contentsOf: text.utf8) }

    /// JSON has neither infinity nor NaN.
    func append(_ number: some BinaryFloatingPoint & CustomStringConvertible) throws {
        guard number.isFinite else { throw Unwritable() }
        let text = number.description
        append(ascii: text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }

    /// Writes a quoted string.
    func append(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        let isPlain = text.withUTF8 { characters in
            guard unsafe characters.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }) else { return false }
            unsafe bytes.append(contentsOf: characters)
            return true
        }
        if !isPlain { for character in text.utf8 { append(escaped: character) } }
        bytes.append(UInt8(ascii: "\""))
    }

    private func append(escaped character: UInt8) {
        switch character {
        case 0x22, 0x5C: bytes += [0x5C, character]
        case 0x08: append(ascii: #"\b"#)
        case 0x09: append(ascii: #"\t"#)
        case 0x0A: append(ascii: #"\n"#)
        case 0x0C: append(ascii: #"\f"#)
        case 0x0D: append(ascii: #"\r"#)
        case ..<0x10: append(ascii: #"\u000"# + String(character, radix: 16))
        case ..<0x20: append(ascii: #"\u00"# + String(character, radix: 16))
        default: bytes.append(character)
        }
    }
}
