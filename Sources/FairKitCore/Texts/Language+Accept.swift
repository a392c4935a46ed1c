extension Language {
    /// The languages that a client accepts among ours, the best first, by its `Accept-Language` (RFC 9110, section
    /// 12.5.4; basic filtering of RFC 4647).
    ///
    /// Empty: the header names none of them, as `*` does. What can't be read is left out.
    package static func accepted(by header: String) -> [Language] {
        var found: [(language: Language, weight: Int)] = []
        for range in header.prefix(500).split(separator: ",") {
            let parts = range.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let tag = parts.first, let primary = tag.split(separator: "-").first,
                let language = Language(rawValue: String(primary)),
                let weight = parts.count > 1 ? Language.weight(parts[1]) : 1000, weight > 0
            else { continue }
            let place = found.firstIndex { $0.weight < weight } ?? found.endIndex
            found.insert((language, weight), at: place)
        }
        var accepted: [Language] = []
        for one in found where !accepted.contains(one.language) { accepted.append(one.language) }
        return accepted
    }

    /// `q=0.8` in thousandths; nil: malformed.
    private static func weight(_ text: String) -> Int? {
        guard text.hasPrefix("q="), let value = Double(text.dropFirst(2)), (0...1).contains(value) else { return nil }
        return Int(value * 1000)
    }
}
