/// The words that find a person: the folded words of the name, and the other values without punctuation.
///
/// It is stored as one text, with a line for each value: `ffamily name`, `ggiven name`, `jjoined`, `vvalue`, and
/// `avalue` for a value that was appended and that the index does not hold yet. See decisions 0101 and 0155.
package struct SearchableText: Equatable, Sendable {
    package let text: String

    /// Takes a stored text.
    package init(stored text: String) { self.text = text }

    /// - Parameter kits: the codes of the person's kits.
    package init(of details: ProfileDetails, kits: [KitCode]) {
        let family = FoldedWord.words(of: details.familyName)
        let given = FoldedWord.words(of: details.givenName)
        var lines = [Kind.family.line(family), Kind.given.line(given)]
        for joined in SearchableText.joined(details, family, given) { lines.append(Kind.joined.line([joined])) }
        var values = [details.email, details.phone].compactMap(\.self).map { FoldedWord($0) }
        values += details.identifiers.map { FoldedWord($0.value) }
        values += kits.map(SearchableText.word)
        values.append(SearchableText.digits(of: details.birthDate))
        var seen: Set<FoldedWord> = []
        for value in values where !value.isEmpty && seen.insert(value).inserted {
            lines.append(Kind.value.line([value]))
        }
        text = lines.joined(separator: "\n")
    }

    /// The constant beginning of kit codes, which every kit has.
    static let kitPrefix = Array("fukit".utf8)

    /// A kit code as it is searched: without this beginning.
    private static func word(of kit: KitCode) -> FoldedWord {
        // Digits have the bit of lower-case letters, too.
        FoldedWord(bytes: "\(kit)".utf8.filter { $0 != UInt8(ascii: "-") }.dropFirst(kitPrefix.count).map { $0 | 0x20 })
    }

    /// A date as it is searched: 19800229.
    static func digits(of date: CalendarDate) -> FoldedWord { FoldedWord("\(date)") }

    private enum Kind: UInt8 {
        case family = 0x66
        case given = 0x67
        case joined = 0x6A
        case value = 0x76
        case appended = 0x61

        static func isName(_ byte: UInt8?) -> Bool { byte != value.rawValue && byte != appended.rawValue }

        func line(_ words: [FoldedWord]) -> String {
            String(decoding: [rawValue] + words.map(\.bytes).joined(separator: [0x20]), as: UTF8.self)
        }
    }

    /// Names that are also typed in another way: those with a hyphen and whole names in East Asian scripts as one word,
    /// and Müller as Mueller.
    private static func joined(
        _ details: ProfileDetails, _ family: [FoldedWord], _ given: [FoldedWord]
    ) -> Set<FoldedWord> {
        var joined: Set<FoldedWord> = []
        for name in [details.familyName, details.givenName] {
            for part in name.unicodeScalars.split(whereSeparator: \.properties.isWhitespace) {
                let text = Substring(part)
                let words = FoldedWord.words(of: text)
                if words.count > 1 { joined.insert(FoldedWord(text)) }
                joined.formUnion(Set(FoldedWord.words(of: text, transliterated: true)).subtracting(words))
            }
        }
        if (family + given).contains(where: \.isEastAsian) {
            joined.insert(FoldedWord(bytes: (family + given).flatMap(\.bytes)))
        }
        return joined
    }
}

extension SearchableText {
    /// The folded name, family name first.
    package var name: String {
        let family = text.utf8.dropFirst().prefix { $0 != 0x0A }
        let given = text.utf8[family.endIndex...].dropFirst(2).prefix { $0 != 0x0A }
        return String(Substring(family)) + " " + Substring(given)
    }

    /// How well it matches a query; nil: not.
    /// - Parameter onlyName: the caller sees nothing but the name, so nothing else may match.
    package func rank(in query: PeopleQuery, onlyName: Bool = false) -> PeopleRank? {
        let bytes = Array(text.utf8)
        var worst = PeopleRank.identifier
        for word in query.words {
            guard let rank = SearchableText.rank(of: word, in: bytes, onlyName: onlyName) else { return nil }
            worst = max(worst, rank)
        }
        return worst
    }

    private static func rank(of word: FoldedWord, in bytes: [UInt8], onlyName: Bool) -> PeopleRank? {
        let isShort = word.length < PeopleQuery.leastLetters
        let typed = word.withoutTrunkPrefix
        var (best, isName, start): (PeopleRank?, Bool, Int) = (nil, true, 0)
        while start < bytes.count {
            // A line begins with its kind.
            if start == 0 || bytes[start - 1] == 0x0A {
                isName = Kind.isName(bytes[start])
                start += 1
            }
            let end = bytes[start...].firstIndex { $0 == 0x20 || $0 == 0x0A } ?? bytes.count
            defer { start = end + 1 }
            guard isName || !onlyName else { continue }
            let match = word.match(in: bytes[start..<end]) ?? (isName ? nil : typed?.match(in: bytes[start..<end]))
            let rank: PeopleRank? =
                switch match {
                case .whole: isName ? .word : .identifier
                case .beginning: isShort ? nil : .beginning
                case .inside: isShort ? nil : .part
                case nil: nil
                }
            if let rank { best = min(best ?? rank, rank) }
        }
        return best
    }
}

extension FoldedWord {
    var isNumber: Bool { bytes.allSatisfy { (0x30...0x39).contains($0) } }

    /// Whether it is a number, or looks like an identifier.
    package var beginsWithDigit: Bool { bytes.first.map { (0x30...0x39).contains($0) } ?? false }

    /// A phone number that was typed as in its own country (0700…) or with the prefix for abroad (00254…), without
    /// these zeros; nil: it does not look so.
    package var withoutTrunkPrefix: FoldedWord? {
        guard bytes.first == 0x30, isNumber else { return nil }
        let rest = FoldedWord(bytes: Array(bytes.drop { $0 == 0x30 }))
        return rest.bytes.count >= 5 ? rest : nil
    }
}

/// A part by which people are found in the index.
package enum SearchFeature: Hashable, Sendable {
    /// Three letters that stand somewhere.
    case part(FoldedWord)
    /// The first three letters of a word of the name.
    case beginning(FoldedWord)
    /// A whole word of the name, or a value of fewer than three letters.
    case word(FoldedWord)

    /// The bytes that are hashed.
    package var bytes: [UInt8] {
        switch self {
        case .part(let word): [0x7E] + word.bytes
        case .beginning(let word): [0x5E] + word.bytes
        case .word(let word): [0x3D] + word.bytes
        }
    }
}

extension SearchableText {
    /// The text with the code of one more kit; nil: it has this value already.
    package func appending(_ kit: KitCode) -> SearchableText? {
        let code = SearchableText.word(of: kit)
        let isThere = text.utf8.split(separator: 0x0A).contains {
            !Kind.isName($0.first) && $0.dropFirst().elementsEqual(code.bytes)
        }
        return isThere ? nil : SearchableText(stored: "\(text)\n\(Kind.appended.line([code]))")
    }

    /// How many values were appended that the index does not hold yet.
    package var appended: Int {
        var (count, before) = (0, 0x0A as UInt8)
        for byte in text.utf8 {
            if before == 0x0A, byte == Kind.appended.rawValue { count += 1 }
            before = byte
        }
        return count
    }

    /// The same text once the index holds all of it.
    package var indexed: SearchableText {
        var bytes = Array(text.utf8)
        for place in bytes.indices
        where bytes[place] == Kind.appended.rawValue && (place == 0 || bytes[place - 1] == 0x0A) {
            bytes[place] = Kind.value.rawValue
        }
        return SearchableText(stored: String(decoding: bytes, as: UTF8.self))
    }

    /// The lines of which the parts are asked for.
    package enum Lines {
        case all
        /// Those that the index holds.
        case indexed
        /// Those that it does not hold yet.
        case appended
    }

    /// The parts by which the person is found.
    package func features(of lines: Lines = .all) -> Set<SearchFeature> {
        var features: Set<SearchFeature> = []
        for line in Array(text.utf8).split(separator: 0x0A) {
            let isAppended = line.first == Kind.appended.rawValue
            guard lines == .all || isAppended == (lines == .appended) else { continue }
            for part in line.dropFirst().split(separator: 0x20) {
                let word = FoldedWord(bytes: Array(part))
                let trigrams = word.trigrams
                features.formUnion(trigrams.map { .part($0) })
                if Kind.isName(line.first) {
                    features.insert(.word(word))
                    if let first = trigrams.first { features.insert(.beginning(first)) }
                } else if trigrams.isEmpty {
                    features.insert(.word(word))
                }
            }
        }
        return features
    }
}
