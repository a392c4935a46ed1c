import FairKitCore
import Synchronization

/// A page as a browser reads it: by the tokenizer of the HTML standard, as far as pages go.
struct ReadPage {
    /// A text, decoded.
    private(set) var texts: [[UInt8]] = []
    /// The names of elements, and of their attributes with decoded values.
    private(set) var elements: [(name: String, values: [(name: String, value: [UInt8])])] = []
    private let bytes: [UInt8]
    private var at = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
        var start = 0
        while at < bytes.count {
            guard bytes[at] == UInt8(ascii: "<"), let next = at + 1 < bytes.count ? bytes[at + 1] : nil else {
                at += 1
                continue
            }
            let isName = next.isLetter
            guard isName || next == UInt8(ascii: "/") || next == UInt8(ascii: "!") || next == UInt8(ascii: "?") else {
                at += 1
                continue
            }
            if start < at { texts.append(Self.decoded(bytes[start..<at])) }
            if isName { readElement() } else { skip(past: UInt8(ascii: ">")) }
            start = at
        }
        if start < at { texts.append(Self.decoded(bytes[start..<at])) }
    }

    private mutating func skip(past end: UInt8) {
        while at < bytes.count, bytes[at] != end { at += 1 }
        at += 1
    }

    private mutating func read(until isEnd: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = at
        while at < bytes.count, !isEnd(bytes[at]) { at += 1 }
        return bytes[start..<at]
    }

    private mutating func readElement() {
        at += 1
        let name = read { $0.isSpace || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ">") }
        var values: [(String, [UInt8])] = []
        while at < bytes.count {
            _ = read { !$0.isSpace && $0 != UInt8(ascii: "/") }
            guard at < bytes.count, bytes[at] != UInt8(ascii: ">") else { break }
            let attribute = read {
                $0.isSpace || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "=")
            }
            _ = read { !$0.isSpace }
            var value: ArraySlice<UInt8> = []
            if at < bytes.count, bytes[at] == UInt8(ascii: "=") {
                at += 1
                _ = read { !$0.isSpace }
                let quote = at < bytes.count ? bytes[at] : 0
                if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                    at += 1
                    value = read { $0 == quote }
                    at += 1
                } else {
                    value = read { $0.isSpace || $0 == UInt8(ascii: ">") }
                }
            }
            values.append((String(decoding: attribute, as: UTF8.self), Self.decoded(value)))
        }
        at += 1
        elements.append((String(decoding: name, as: UTF8.self), values))
    }

    private static let references: [(name: [UInt8], byte: UInt8)] = [
        ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"),
    ].map { (Array($0.0.utf8), Array($0.1.utf8)[0]) }

    private static func decoded(_ raw: ArraySlice<UInt8>) -> [UInt8] {
        guard raw.contains(UInt8(ascii: "&")) else { return Array(raw) }
        var (text, rest): ([UInt8], ArraySlice<UInt8>) = ([], raw)
        while let first = rest.first {
            if first == UInt8(ascii: "&"), let found = references.first(where: { rest.starts(with: $0.name) }) {
                text.append(found.byte)
                rest = rest.dropFirst(found.name.count)
            } else {
                text.append(first)
                rest = rest.dropFirst()
            }
        }
        return text
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
    fileprivate var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0C || self == 0x0D }
}

/// Hostile texts for fields. Each begins with a mark of its field, so that it is found wherever it is shown.
final class HostileTexts: Sendable {
    private let made = Mutex<[String: [UInt8]]>([:])
    private let seen = Mutex<Set<String>>([])

    private static let core = Array("mk-".utf8)
    private static let turn = Array("\u{202E}".utf8)
    /// Each mark that ends a text or a value, followed by what joins it to one character.
    private static let short = "\"\u{338}><b x=y>'\u{200D}&\u{FE0F}<\u{338}i>"
    private static let middle = short + "</textarea><script>x</script>&lt;javascript:y\u{202E}z"
    private static let long =
        middle
        + (0x21...0x7E).map { UnicodeScalar(UInt8($0)) }.filter { !$0.properties.isAlphabetic && !("0"..."9" ~= $0) }
        .map { "\($0)\u{338}\($0)\u{200D}\($0)\u{FE0F}" }.joined()
    /// For what may have only the characters of a header.
    private static let plain = "\"><b x=y>'&<script>x</script>"

    /// - Parameter longest: 0: in ASCII.
    func text(_ field: String, _ longest: Int) -> String {
        let tail = longest == 0 ? Self.plain : longest < 100 ? Self.short : longest < 300 ? Self.middle : Self.long
        let text = "mk-\(field.replacing(" ", with: "-"))-\(tail)"
        made.withLock { $0[field] = Self.withoutTurn(Array(text.utf8)) }
        return text
    }

    /// Sentences drop what turns the direction of a text; fields show it.
    private static func withoutTurn(_ text: [UInt8]) -> [UInt8] {
        guard let start = place(of: turn, in: text[...]) else { return text }
        return text[..<start] + withoutTurn(Array(text[(start + turn.count)...]))
    }

    /// Where some bytes begin. There are thousands of texts, for which the library's general search takes ten times as long.
    private static func place(of bytes: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
        var rest = text
        while let start = rest.firstIndex(of: bytes[0]) {
            rest = rest[start...]
            if rest.starts(with: bytes) { return start }
            rest = rest.dropFirst()
        }
        return nil
    }

    /// The kinds of fields, by their first word, of which no page has shown one.
    var unseen: Set<String> {
        func kinds(_ fields: some Sequence<String>) -> Set<String> {
            Set(fields.map { String($0.prefix { $0 != " " }) })
        }
        return kinds(made.withLock { Array($0.keys) }).subtracting(kinds(seen.withLock { Array($0) }))
    }

    /// What of the texts became something else than a text or a value, and what leads to an address that is not FairKit's.
    func faults(in page: String) -> [String] {
        let page = ReadPage(page)
        let texts = made.withLock { $0 }
        var faults: [String] = []
        func check(_ text: [UInt8], _ place: String) {
            var rest = Self.withoutTurn(text)[...]
            while let start = Self.place(of: Self.core, in: rest) {
                rest = rest[start...]
                let whole = texts.filter { rest.starts(with: $0.value) }.max { $0.value.count < $1.value.count }
                if let whole {
                    _ = seen.withLock { $0.insert(whole.key) }
                } else {
                    faults.append("\(place): \(String(decoding: rest.prefix(120), as: UTF8.self))")
                }
                rest = rest.dropFirst(Self.core.count)
            }
        }
        for text in page.texts { check(text, "text") }
        for (name, values) in page.elements {
            if Self.place(of: Self.core, in: Array(name.utf8)[...]) != nil { faults.append("an element \(name)") }
            for (attribute, value) in values {
                let isAddress = ["href", "src", "action", "formaction", "poster", "data", "srcset"].contains(attribute)
                let isKnown = attribute.utf8.allSatisfy { $0.isLetter || $0 == UInt8(ascii: "-") || $0.isDigit }
                let text = String(decoding: value, as: UTF8.self)
                if !isKnown || attribute.hasPrefix("on") || attribute == "style" {
                    faults.append("an attribute \(attribute) of \(name)")
                } else if !isAddress {
                    check(value, "\(name) \(attribute)")
                } else if text.hasPrefix("//")
                    || !["/", "#", "tel:", "otpauth:"].contains(where: text.hasPrefix) && !text.isEmpty
                {
                    faults.append("\(name) leads to \(text)")
                }
            }
        }
        return faults
    }
}

extension UInt8 { fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) } }
