import TextEncodings

extension Language {
    /// Lines of facts with the labels of this language, in line. Times of RFC 3339 become readable ones. Facts may hold
    /// names, so each stays on its line.
    func translated(_ facts: String) -> String {
        let words = mailFacts
        let facts = facts.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).onOneLine }
        let lines = facts.map { line in
            let line = line[...]
            let label = line.label
            let value = String(line.dropFirst(label.count).drop { $0 == " " })
            return (label: words[String(label)] ?? String(label), value: value)
        }
        let width = (lines.map(\.label.count).max() ?? 0) + 2
        return lines.map { label, value in
            guard !value.isEmpty else { return label }
            let readable = words[value] ?? Timestamp(value).map { text(of: $0) } ?? value
            return label + String(repeating: " ", count: width - label.count) + readable
        }.joined(separator: "\n")
    }
}

extension Substring {
    /// The text before the first two spaces in a row, or all of it.
    fileprivate var label: Substring {
        let end = zip(indices, indices.dropFirst()).first { self[$0] == " " && self[$1] == " " }?.0
        return prefix(upTo: end ?? endIndex)
    }
}
