/// The string literals of a Swift source as SQL texts, on one line each: `?` for an interpolated value, and the text of a
/// fragment that the same source declares.
struct SQLLiterals {
    struct Literal: Hashable {
        /// From 1.
        let line: Int
        let text: String
        /// The same with the code of each interpolated value: `⟦code⟧`.
        let marked: String
    }
    private(set) var literals: [Literal] = []

    private enum Piece {
        case text(String)
        case interpolation(String)
    }
    private let source: [UInt8]
    private var found: [(line: Int, pieces: [Piece])] = []
    /// The pieces of `let name: SQL = "…"`.
    private var fragments: [String: [Piece]] = [:]

    init(of source: String) {
        self.source = Array(source.utf8)
        var index = 0
        scan(&index, until: nil)
        literals = found.map {
            Literal(line: $0.line, text: text(of: $0.pieces), marked: text(of: $0.pieces) { "⟦\($0)⟧" })
        }
    }

    private func begins(with word: String, at index: Int) -> Bool {
        source[index...].starts(with: word.utf8)
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: source[range], as: UTF8.self) }

    /// Reads code up to a parenthesis that closes it, or to the end.
    private mutating func scan(_ index: inout Int, until end: UInt8?) {
        var depth = 0
        while index < source.count {
            switch source[index] {
            case Byte.slash where begins(with: "//", at: index):
                index = source[index...].firstIndex(of: Byte.line) ?? source.count
            case Byte.quote: readLiteral(&index)
            case Byte.open:
                depth += 1
                index += 1
            case Byte.close where depth == 0 && end == Byte.close: return
            case Byte.close:
                depth -= 1
                index += 1
            default: index += 1
            }
        }
    }

    private mutating func readLiteral(_ index: inout Int) {
        let (start, isLong) = (index, begins(with: "\"\"\"", at: index))
        let quote = isLong ? "\"\"\"" : "\""
        index += quote.utf8.count
        var pieces: [Piece] = []
        var begin = index
        while index < source.count, !begins(with: quote, at: index) {
            if begins(with: "\\(", at: index) {
                let written = text(begin..<index)
                index += 2
                let from = index
                scan(&index, until: Byte.close)
                pieces += [.text(written), .interpolation(text(from..<min(index, source.count)))]
                index += 1
                begin = index
            } else {
                index += source[index] == Byte.backslash ? 2 : 1
            }
        }
        pieces.append(.text(text(begin..<min(index, source.count))))
        index += quote.utf8.count
        found.append((source[..<start].count { $0 == Byte.line } + 1, pieces))
        let before = text(max(0, start - 80)..<start)
        if let name = before.firstMatch(of: #/let (\w+): SQL =\s*$/#)?.1 { fragments[String(name)] = pieces }
    }

    /// - Parameter value: how an interpolated value is written.
    private func text(of pieces: [Piece], depth: Int = 0, value: (String) -> String = { _ in "?" }) -> String {
        var text = ""
        for piece in pieces {
            switch piece {
            case .text(let written): text += written
            // The hint at no index is nothing elsewhere, and every other token is a name or a value.
            case .interpolation(".unindexed"): break
            case .interpolation(let code) where code.hasPrefix("."): text += "token"
            case .interpolation(let code):
                if depth < 4, let fragment = fragments[code] {
                    text += self.text(of: fragment, depth: depth + 1, value: value)
                } else {
                    text += value(code)
                }
            }
        }
        let lines = text.replacing(#/--[^\n]*/#, with: "")
        return lines.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

/// The bytes of Swift's syntax that tell literals.
private enum Byte {
    static let slash = UInt8(ascii: "/")
    static let quote = UInt8(ascii: "\"")
    static let open = UInt8(ascii: "(")
    static let close = UInt8(ascii: ")")
    static let line = UInt8(ascii: "\n")
    static let backslash = UInt8(ascii: "\\")
}
