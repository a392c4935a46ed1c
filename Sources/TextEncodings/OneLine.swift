extension Unicode.Scalar {
    /// Whether it turns the direction of what stands beside it: a mark, an embedding, an override or an isolate (Unicode
    /// Standard Annex 9, section 2).
    package var turnsDirection: Bool {
        switch value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension String {
    /// The text on one line, and without characters that turn its direction. Names come from outside: one could turn round
    /// the level that follows it. Every output that puts a name among other words takes it from here.
    package var onOneLine: String {
        let isPlain = unicodeScalars.allSatisfy { !$0.breaksLine && !$0.turnsDirection }
        guard !isPlain else { return self }
        let kept = unicodeScalars.filter { !$0.turnsDirection }
        return String(String.UnicodeScalarView(kept)).split { $0.unicodeScalars.contains(where: \.breaksLine) }
            .joined(separator: " ")
    }
}

extension Unicode.Scalar {
    /// Whether it is a control character, or ends a line or a paragraph.
    fileprivate var breaksLine: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
