/// Writes JSON (RFC 8259) into bytes, and only the requested members. Each value writes itself, in the order of its
/// properties. See decision 0152.
@usableFromInline
package struct JSONWriter: ~Copyable {
    /// No object has a requested member, not even as an omitted one.
    package struct UnknownMember: Error {
        /// Its position in the request: 1 is the first.
        package let position: Int
    }

    /// Every member and every entry ends with a comma, which the end of the object or list takes the place of.
    private var bytes = GrowingBytes()
    /// nil: all members are written.
    private var choice: MemberChoice?

    private init(_ wanted: WantedMembers) { choice = wanted.isAll ? nil : MemberChoice(wanted) }

    /// - Parameter wanted: the requested members.
    /// - Throws: `UnknownMember` for the first unknown one. An empty list reveals no members, so any may be requested.
    package static func bytes(
        of value: some JSONWritable, wanted: WantedMembers = .all
    ) throws(UnknownMember) -> [UInt8] {
        var json = JSONWriter(wanted)
        value.write(to: &json)
        guard let choice = json.choice else { return json.bytes.all }
        if let position = choice.unknown { throw UnknownMember(position: position) }
        return choice.isLeftOut ? Array("{}".utf8) : json.bytes.all
    }

    /// The bytes of a value with all its members.
    package static func bytes(ofAll value: some JSONWritable) -> [UInt8] {
        var json = JSONWriter(.all)
        value.write(to: &json)
        return json.bytes.all
    }
}

// MARK: - Objects and lists

extension JSONWriter {
    @usableFromInline package mutating func beginObject() {
        bytes.append(UInt8(ascii: "{"))
        choice?.ask()
    }

    @usableFromInline package mutating func endObject() { close(UInt8(ascii: "}")) }

    @usableFromInline package mutating func beginList() { bytes.append(UInt8(ascii: "[")) }

    @usableFromInline package mutating func endList() { close(UInt8(ascii: "]")) }

    private mutating func close(_ end: UInt8) {
        // Text ends with a quote, so a comma is the one after the last entry.
        if bytes.last == UInt8(ascii: ",") { bytes.removeLast(1) }
        bytes.append(end)
    }

    /// Begins an entry of a list.
    @usableFromInline package mutating func beginEntry() { choice?.begin(at: bytes.count) }

    /// Begins a member.
    ///
    /// - Parameter name: the name in quotes, and the colon.
    /// - Returns: false if it is not requested.
    @usableFromInline package mutating func begin(_ name: StaticString) -> Bool {
        let name = unsafe UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        if choice != nil, unsafe !choice!.begin(name.dropFirst().dropLast(2), at: bytes.count) { return false }
        unsafe bytes.append(name)
        return true
    }

    /// Begins a member whose name is not known before.
    @usableFromInline package mutating func begin(named name: String) -> Bool {
        if choice != nil, !choice!.begin(name.utf8, at: bytes.count) { return false }
        append(quoted: name)
        bytes.append(UInt8(ascii: ":"))
        return true
    }

    /// Ends a member or an entry.
    @usableFromInline package mutating func end() {
        if choice != nil, let start = choice!.end() {
            bytes.removeLast(bytes.count - start)
        } else {
            bytes.append(UInt8(ascii: ","))
        }
    }

    /// Records that the object could have a member, which is nil.
    @usableFromInline package mutating func omit(_ name: StaticString) {
        guard choice != nil else { return }
        let name = unsafe UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        unsafe choice!.omit(name.dropFirst().dropLast(2))
    }

    @usableFromInline package mutating func omit(named name: String) { choice?.omit(name.utf8) }
}

// MARK: - Values

extension JSONWriter {
    /// Whether a value without members is written, which it is unless some of its members are requested.
    private mutating func isWhole(isNull: Bool = false) -> Bool { choice == nil || choice!.isWhole(isNull: isNull) }

    @usableFromInline package mutating func write(_ text: String) {
        if isWhole() { append(quoted: text) }
    }

    @usableFromInline package mutating func write(_ isTrue: Bool) {
        if isWhole() { bytes.append(isTrue ? "true" : "false") }
    }

    @usableFromInline package mutating func write(_ number: Int64) {
        if isWhole() { append(digits: number) }
    }

    /// Writes a number that is spelt as in JSON.
    @usableFromInline package mutating func write(number: String) {
        if isWhole() { bytes.append(number) }
    }

    @usableFromInline package mutating func writeNull() {
        if isWhole(isNull: true) { bytes.append("null") }
    }

    private mutating func append(digits number: Int64) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        var (rest, divisor) = (number.magnitude, 1 as UInt64)
        while rest / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / divisor))
            rest %= divisor
            divisor /= 10
        }
    }

    private mutating func append(quoted text: String) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        let isWritten = text.withUTF8 { characters in
            guard unsafe isPlain(characters) else { return false }
            unsafe bytes.append(characters)
            return true
        }
        if !isWritten { for character in text.utf8 { append(escaped: character) } }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func append(escaped character: UInt8) {
        switch character {
        case 0x22: bytes.append(#"\""#)
        case 0x5C: bytes.append(#"\\"#)
        case 0x08: bytes.append(#"\b"#)
        case 0x09: bytes.append(#"\t"#)
        case 0x0A: bytes.append(#"\n"#)
        case 0x0C: bytes.append(#"\f"#)
        case 0x0D: bytes.append(#"\r"#)
        case ..<0x20: bytes.append((character < 0x10 ? #"\u000"# : #"\u00"#) + String(character, radix: 16))
        default: bytes.append(character)
        }
    }
}

/// Whether text stands in JSON as it is: it has no control character, quote or backslash. Eight octets at a time, the
/// last of them again with the octets before.
private func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count >= 8 else {
        return unsafe text.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
    }
    let (ones, tops) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
    let (bytes, last) = (UnsafeRawBufferPointer(text), text.count - 8)
    var place = 0
    while true {
        let eight = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        let (quotes, slashes) = (eight ^ (ones &* 0x22), eight ^ (ones &* 0x5C))
        let found = (eight &- (ones &* 0x20)) | (quotes &- ones) | (slashes &- ones)
        // An octet of 0x80 or more is none of these.
        if found & ~eight & tops != 0 { return false }
        if place == last { return true }
        place = min(place + 8, last)
    }
}
