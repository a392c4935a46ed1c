import TextEncodings

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
            case .format where scalar.turnsDirection: break
            default: text.append(scalar)
            }
            marks = 0
        }
        if unicodeScalars.count > 10_000 { text.append("…") }
        return String(text)
    }
}
