import FairKitAPI
import FoundationEssentials
package import NIOCore

/// Writes a value as JSON (RFC 8259) straight into its bytes, without a tree in between, and of it only the members that are wanted. Members
/// stand in the order in which a value encodes them.
///
/// A value may encode several parts into one object, one after the other. It can't go on with a nested container once it has gone on with
/// the one around it: nothing tells an encoder when a container ends.
package final class JSONOutput: Encoder {
    /// A value that JSON has no text for, or that broke the order of containers.
    package struct Unwritable: Error {}

    /// No object that was written has a member that is asked for, not even one that is left out this time.
    package struct UnknownMember: Error {
        /// Where it stands in the request: 1 is the first.
        package let position: Int
    }

    private(set) var bytes: [UInt8] = []
    /// The ends of all objects and lists that are open, the innermost last.
    private var open: [(end: UInt8, isEmpty: Bool)] = []
    /// How many of them are around the value that is being written.
    private var around = 0
    /// What is wanted of the value that is being written.
    private var wanted: WantedMembers
    /// Whether the value that is being written has no members, and some are asked for.
    private var isLeftOut = false
    /// What was asked of some value, by ids, and where it stands in the request.
    private var asked: [Int: Int] = [:]
    /// What some value had of it, by ids.
    private var found: Set<Int> = []

    package let codingPath: [any CodingKey] = []
    package let userInfo: [CodingUserInfoKey: Any] = [:]

    /// Whether it takes nothing.
    private let isRefusing: Bool

    private init(wanted: WantedMembers, isRefusing: Bool = false) {
        self.wanted = wanted
        self.isRefusing = isRefusing
    }

    /// Takes nothing: for containers that no body has.
    static var refusing: JSONOutput { JSONOutput(wanted: .all, isRefusing: true) }

    /// - Parameter wanted: which members.
    /// - Throws: `UnknownMember` for the first that there is not. Of an empty list nobody knows, so any may be asked for.
    package static func json(_ value: some Encodable, wanted: WantedMembers = .all) throws -> ByteBuffer {
        let output = JSONOutput(wanted: wanted)
        output.bytes.reserveCapacity(4096)
        let isWritten = try output.write(value, wanted)
        if let position = output.asked.filter({ !output.found.contains($0.key) }).values.min() {
            throw UnknownMember(position: position)
        }
        return isWritten ? ByteBuffer(bytes: output.bytes) : ByteBuffer(string: "{}")
    }

    /// Notes that members are asked of a value.
    func ask(_ wanted: WantedMembers) {
        guard case .some(let members) = wanted else { return }
        for member in members { asked[member.id] = member.position }
    }

    /// Notes that a value has a member that is asked for.
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

    // MARK: - What containers write

    /// Writes a value.
    /// - Returns: false if nothing is wanted of it.
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

    /// Writes a value in the place of the one that is being written.
    func inPlace(_ value: some Encodable) throws { isLeftOut = try !write(value, wanted) }

    /// Writes the value that is being written, which has no members.
    func scalar(isNull: Bool = false, _ write: () throws -> Void) throws {
        guard !isRefusing else { throw Unwritable() }
        isLeftOut = !wanted.isAll
        if !isNull { ask(wanted) }
        if !isLeftOut { try write() }
    }

    /// Writes an entry of the list at a depth, or a member of the object there.
    /// - Parameter write: if it returns false, the entry is taken back.
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

    /// - Returns: how deep the object or list is that the value has, which is opened if it has none yet.
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
    /// Text that needs no quotes.
    func append(ascii text: String) { bytes.append(contentsOf: text.utf8) }

    /// JSON has no number for infinity, and none for what is no number.
    func append(_ number: some BinaryFloatingPoint & CustomStringConvertible) throws {
        guard number.isFinite else { throw Unwritable() }
        let text = number.description
        append(ascii: text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }

    /// A text in quotes.
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
