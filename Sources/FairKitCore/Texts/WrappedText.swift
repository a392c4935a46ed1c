extension String {
    /// Each line broken between words, so that lines have at most as many characters, unless one word is longer.
    func wrapped(at width: Int = 76) -> String {
        split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var lines = [""]
            for word in line.split(separator: " ") {
                let last = lines[lines.count - 1]
                if last.isEmpty {
                    lines[lines.count - 1] = String(word)
                } else if last.count + 1 + word.count <= width {
                    lines[lines.count - 1] = "\(last) \(word)"
                } else {
                    lines.append(String(word))
                }
            }
            return lines.joined(separator: "\n")
        }.joined(separator: "\n")
    }
}
