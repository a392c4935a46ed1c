/// The string literals of a Swift source as SQL texts, on one line each: `?` for an interpolated value, and the text of a
/// fragment that the same source declares.
struct SQLLiterals {
    struct Literal: Hashable {
        /// From 1.
        let line: Int
        let text: String
    }
    private(set) var literals: [Literal] = []

    private enum Piece {
        case text(String)
        case interpolation(String)
    }
    private let source: [Character]
    private var found: [(line: Int, pieces: [Piece])] = []
    /// The pieces of `let name: SQL = "…"`.
    private var fragments: [String: [Piece]] = [:]

    init(of source: String) {
        self.source = Array(source)
        var index = 0
        scan(&index, until: nil)
        literals = found.map { Literal(line: $0.line, text: text(of: $0.pieces, depth: 0)) }
    }

    private func begins(with word: String, at index: Int) -> Bool {
        source[index...].starts(with: word)
    }

    /// Reads code up to a parenthesis that closes it, or to the end.
    private mutating func scan(_ index: inout Int, until end: Character?) {
        var depth = 0
        while index < source.count {
            switch source[index] {
            case "/" where begins(with: "//", at: index): index = source[index...].firstIndex(of: "\n") ?? source.count
            case "\"": readLiteral(&index)
            case "(":
                depth += 1
                index += 1
            case ")" where depth == 0 && end == ")": return
            case ")":
                depth -= 1
                index += 1
            default: index += 1
            }
        }
    }

    private mutating func readLiteral(_ index: inout Int) {
        let (start, isLong) = (index, begins(with: "\"\"\"", at: index))
        let quote = isLong ? "\"\"\"" : "\""
        index += quote.count
        var pieces: [Piece] = []
        var now = ""
        while index < source.count, !begins(with: quote, at: index) {
            if begins(with: "\\(", at: index) {
                index += 2
                let from = index
                scan(&index, until: ")")
                pieces += [.text(now), .interpolation(String(source[from..<min(index, source.count)]))]
                now = ""
                index += 1
            } else if source[index] == "\\" {
                now += String(source[index...].prefix(2))
                index += 2
            } else {
                now.append(source[index])
                index += 1
            }
        }
        index += quote.count
        pieces.append(.text(now))
        found.append((source[..<start].count { $0 == "\n" } + 1, pieces))
        let before = String(source[max(0, start - 80)..<start])
        if let name = before.firstMatch(of: /let (\w+): SQL =\s*$/)?.1 { fragments[String(name)] = pieces }
    }

    private func text(of pieces: [Piece], depth: Int) -> String {
        var text = ""
        for piece in pieces {
            switch piece {
            case .text(let written): text += written
            // The hint at no index is nothing elsewhere, and every other token is a name or a value.
            case .interpolation(".unindexed"): break
            case .interpolation(let code) where code.hasPrefix("."): text += "token"
            case .interpolation(let code):
                if depth < 4, let fragment = fragments[code] {
                    text += self.text(of: fragment, depth: depth + 1)
                } else {
                    text += "?"
                }
            }
        }
        let lines = text.replacing(/--[^\n]*/, with: "")
        return lines.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
