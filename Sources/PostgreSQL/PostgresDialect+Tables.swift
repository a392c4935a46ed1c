extension PostgresDialect {
    /// Statements that make and change tables, written once for both engines, as PostgreSQL reads them.
    ///
    /// They are written as SQLite reads them, with types in capitals: `INTEGER`, `TEXT`, `BLOB`, and before each of them
    /// `SEALED` for a column that is sealed here. Names are in small letters, so a column may be called `text`.
    package func tables(as text: String) -> String {
        var text = TableText(text)
        return text.rendered()
    }
}

/// A reader of such statements, byte by byte.
private struct TableText {
    private var rest: ArraySlice<UInt8>
    private var output: [UInt8] = []
    /// The word before the current one.
    private var last = ""

    init(_ text: String) { rest = Array(text.utf8)[...] }

    mutating func rendered() -> String {
        while let byte = rest.first {
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\""): copy(through: byte)
            case UInt8(ascii: "-") where rest.starts(with: "--".utf8): copy(through: UInt8(ascii: "\n"))
            case _ where byte.isOfWord: take(word())
            default:
                output.append(byte)
                rest.removeFirst()
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Copies a text, a name or a comment up to its end. A doubled quote is the end of one text and the beginning of another.
    private mutating func copy(through end: UInt8) {
        let stop = rest.dropFirst().firstIndex(of: end) ?? rest.endIndex - 1
        output += rest[...stop]
        rest = rest[(stop + 1)...]
        last = ""
    }

    private mutating func word() -> String {
        let word = rest.prefix { $0.isOfWord }
        rest = rest[word.endIndex...]
        return String(decoding: word, as: UTF8.self)
    }

    private mutating func take(_ word: String) {
        defer { last = word }
        switch word {
        case "SEALED":
            skipSpaces()
            _ = self.word()
            output += "BYTEA".utf8
        case "INTEGER": output += "BIGINT".utf8
        case "BLOB": output += "BYTEA".utf8
        // After AS it is the type of a CAST, which has no collation.
        case "TEXT": output += (last == "AS" ? "TEXT" : #"TEXT COLLATE "C""#).utf8
        case "WITHOUT":
            skipSpaces()
            _ = self.word()
            while output.last == UInt8(ascii: " ") { output.removeLast() }
        // A literal of bytes: x'0a'.
        case "x" where rest.first == UInt8(ascii: "'"), "X" where rest.first == UInt8(ascii: "'"):
            rest.removeFirst()
            let digits = self.word()
            rest = rest.dropFirst()
            output += #"'\x\#(digits)'::bytea"#.utf8
        default: output += word.utf8
        }
    }

    private mutating func skipSpaces() { rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") } }
}

extension UInt8 {
    /// Whether a name or a word of SQL may contain it.
    fileprivate var isOfWord: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
