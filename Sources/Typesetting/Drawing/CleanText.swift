extension String {
    /// The text as it can be drawn: one line where `isOneLine`, without control characters and without characters that
    /// turn the direction of what stands beside it, at most 4 marks on a letter, and at most 10,000 code points.
    func drawable(isOneLine: Bool = false) -> String {
        var text = String.UnicodeScalarView()
        var marks = 0
        for scalar in unicodeScalars.prefix(10_000) {
            switch scalar.properties.generalCategory {
            case .control: text.append(scalar == "\n" && !isOneLine ? "\n" : " ")
            case .lineSeparator, .paragraphSeparator: text.append(isOneLine ? " " : "\n")
            case .unassigned, .privateUse, .surrogate: text.append("\u{FFFD}")
            case .nonspacingMark, .enclosingMark:
                marks += 1
                if marks <= 4 { text.append(scalar) }
                continue
            case .format where String.turners.contains(scalar): break
            default: text.append(scalar)
            }
            marks = 0
        }
        if unicodeScalars.count > 10_000 { text.append("…") }
        return String(text)
    }

    /// Embeddings, overrides and isolates (Unicode Standard Annex 9, 2.1 to 2.5).
    private static let turners: Set<Unicode.Scalar> = [
        "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}", "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}",
    ]
}
