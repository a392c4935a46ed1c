extension String {
    /// Each line broken between words, so that lines have at most as many characters, unless one word is longer.
    func wrapped(at width: Int = 76) -> String {
        split(separator: "\n", omittingEmptySubsequences: false).map { (line: Substring) -> String in
            var (text, length) = ("", 0)
            for word in line.split(separator: " ") {
                let count = word.count
                let fits = length + 1 + count <= width
                if !text.isEmpty { text += fits ? " " : "\n" }
                length = text.isEmpty || !fits ? count : length + 1 + count
                text += word
            }
            return text
        }.joined(separator: "\n")
    }
}
