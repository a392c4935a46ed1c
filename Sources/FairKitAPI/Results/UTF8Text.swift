/// Turns the bytes of a text file into UTF-8, piece by piece: UTF-8 with or without a byte order mark, or UTF-16 with
/// one, as spreadsheets save "Unicode text".
package struct UTF8Text {
    private enum Form {
        case unknown, utf8
        case utf16(isBigEndian: Bool)
    }

    private var form = Form.unknown
    /// Bytes that are not decided or not complete yet.
    private var rest: [UInt8] = []

    /// The replacement character, which stands where the bytes are no UTF-8.
    package static let unreadable: Character = "\u{FFFD}"
    /// The sentence about such a text.
    package static let otherEncoding = "is not UTF-8, but perhaps Windows-1252 (ANSI): save the file as UTF-8"

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    package init() {}

    /// The text of the next bytes, as far as it is complete.
    package mutating func take(_ bytes: [UInt8]) -> [UInt8] {
        if case .utf8 = form { return bytes }
        rest += bytes
        return decoded(atEnd: false)
    }

    /// The text of the bytes that are left.
    package mutating func finish() -> [UInt8] {
        let text = decoded(atEnd: true)
        defer { rest = [] }
        // Half a character: no valid text holds U+FFFD in UTF-16's place, so the line is refused where it stands.
        return rest.isEmpty ? text : text + Array("\u{FFFD}".utf8)
    }

    private mutating func decoded(atEnd: Bool) -> [UInt8] {
        if case .unknown = form {
            guard rest.count >= UTF8Text.mark.count || atEnd else { return [] }
            decide()
        }
        switch form {
        case .unknown, .utf8:
            defer { rest = [] }
            return rest
        case .utf16(let isBigEndian): return utf16(isBigEndian)
        }
    }

    private mutating func decide() {
        switch rest.prefix(2) {
        case [0xFF, 0xFE]: form = .utf16(isBigEndian: false)
        case [0xFE, 0xFF]: form = .utf16(isBigEndian: true)
        default:
            form = .utf8
            if rest.starts(with: UTF8Text.mark) { rest.removeFirst(UTF8Text.mark.count) }
            return
        }
        rest.removeFirst(2)
    }

    /// Decodes whole characters; half a pair of surrogates waits for its other half.
    private mutating func utf16(_ isBigEndian: Bool) -> [UInt8] {
        var units: [UInt16] = []
        units.reserveCapacity(rest.count / 2)
        for place in stride(from: 0, to: rest.count - 1, by: 2) {
            let (first, second) = (UInt16(rest[place]), UInt16(rest[place + 1]))
            units.append(isBigEndian ? first << 8 | second : second << 8 | first)
        }
        if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
        rest.removeFirst(units.count * 2)
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}
