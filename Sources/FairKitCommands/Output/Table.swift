import FairKitAPI
import FoundationEssentials
import TextEncodings

/// Rows under a header, in columns as wide as their widest cell.
package struct Table {
    private let header: [String]
    private let rows: [[String]]

    package init(_ header: [String], _ rows: [[String]]) {
        self.header = header
        self.rows = rows
    }

    /// - Parameters:
    ///   - width: the columns of the terminal; a longer line ends in `…`. nil: no line is cut.
    ///   - emphasis: applied to the header.
    package func lines(width: Int?, emphasis: (String) -> String = { $0 }) -> [String] {
        let widths = header.indices.map { column in
            ([header] + rows).map { column < $0.count ? $0[column].columns : 0 }.max() ?? 0
        }
        let lines = ([header] + rows).map { row in
            let cells = row.enumerated().map { column, cell in
                column == row.count - 1 ? cell : cell + String(repeating: " ", count: widths[column] - cell.columns)
            }
            return cells.joined(separator: "  ").trimmedAtEnd.cut(to: width)
        }
        return [emphasis(lines[0])] + lines.dropFirst()
    }

    /// Prints the table to standard output.
    func show() {
        for line in lines(width: Terminal.output.width, emphasis: Terminal.output.bold) { print(line) }
    }
}

/// The text of a value, or a dash if there is none.
func orDash(_ text: String?) -> String { text ?? "–" }

/// `2026-11-21T02:19:44.123Z` to the minute, for a table.
func minute(_ time: String) -> String {
    String(time.prefix(16)).replacing("T", with: " ")
}

/// Prints facts, one per line; facts without a value are left out.
func showFacts(_ facts: [(String, String?)]) {
    let width = facts.map(\.0.columns).max() ?? 0
    for case (let name, let value?) in facts {
        print(name + String(repeating: " ", count: width - name.columns + 2) + value.printable)
    }
}

extension String {
    /// The columns that it takes on a terminal: two for wide East Asian characters and emoji, one for all others. A control
    /// character takes one, because `printable` replaces it.
    package var columns: Int { reduce(0) { $0 + ($1.isWide ? 2 : 1) } }

    fileprivate func cut(to width: Int?) -> String {
        let text = printable
        guard let width, text.columns > width else { return text }
        var cut = ""
        var taken = 1
        for character in text {
            taken += character.isWide ? 2 : 1
            guard taken <= width else { break }
            cut.append(character)
        }
        return cut + "…"
    }

    fileprivate var trimmedAtEnd: String {
        lastIndex { $0 != " " }.map { String(self[...$0]) } ?? ""
    }

    /// The text with control characters replaced, since a terminal would obey them, and without line breaks and bidirectional
    /// controls: names come from outside.
    var printable: String {
        contains { $0.isControl } ? String(map { $0.isControl ? "\u{FFFD}" : $0 }) : self
    }
}

extension Character {
    fileprivate var isControl: Bool {
        unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            default: scalar.turnsDirection
            }
        }
    }

    fileprivate var isWide: Bool {
        guard let scalar = unicodeScalars.first else { return false }
        if scalar.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") { return true }
        return switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
