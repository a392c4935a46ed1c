extension String {
    /// Each line broken between words, so that lines have at most as many characters, unless one word is longer.
    func wrapped(at width: Int = 76) -> String {
        let isASCII = utf8.allSatisfy { $0 < 0x80 }
        var text = ""
        text.reserveCapacity(utf8.count + 8)
        for (number, line) in utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            if number > 0 { text += "\n" }
            var length = 0
            for word in line.split(separator: UInt8(ascii: " ")).map(Substring.init) {
                let count = isASCII ? word.utf8.count : word.count
                let fits = length + 1 + count <= width
                if length > 0 { text += fits ? " " : "\n" }
                length = length == 0 || !fits ? count : length + 1 + count
                text += word
            }
        }
        return text
    }
}
