/// Lines of comma-separated values (RFC 4180), for people who open them in a spreadsheet.
///
/// The file begins with a byte order mark, without which Excel reads UTF-8 wrongly. A text that a spreadsheet would
/// take for a formula begins with an apostrophe: see decision 0107. Numbers stay numbers, with a decimal point.
package struct CSVFile {
    package enum Cell {
        case text(String?)
        /// Digits and a point: it is written as it is.
        case number(String)
    }

    package private(set) var text: String

    package init(_ titles: [String]) {
        text = "\u{FEFF}"
        add(titles.map { .text($0) })
    }

    package mutating func add(_ cells: [Cell]) {
        text += cells.map(CSVFile.written).joined(separator: ",")
        text += "\r\n"
    }

    private static func written(_ cell: Cell) -> String {
        switch cell {
        case .number(let digits): digits
        case .text(let text): quoted(inert(text ?? ""))
        }
    }

    /// Signs at which spreadsheets begin to calculate, also in their wide forms, and those that hide one behind them.
    private static let triggers: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]

    private static func inert(_ text: String) -> String {
        let first = text.unicodeScalars.first { $0 != " " && $0 != "\u{A0}" }
        return first.map { triggers.contains($0) } ?? false ? "'\(text)" : text
    }

    private static func quoted(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { [",", ";", "\"", "\r", "\n", "\t"].contains($0) }) else {
            return text
        }
        let doubled = text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
        return "\"\(doubled)\""
    }
}
