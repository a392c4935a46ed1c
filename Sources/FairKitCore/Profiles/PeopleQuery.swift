/// The words that a caller types to find people: each is a part of a name, an e-mail address, a phone number, a kit
/// code, an identifier or a birth date. All words have to match, in any order. See decision 0101.
package struct PeopleQuery: Equatable, Sendable {
    /// Folded; none is empty.
    package let words: [FoldedWord]

    /// The longest text, in code points, and the most words.
    package static let longest = 100
    package static let mostWords = 8
    /// A shorter text fits too many people. In Chinese, Japanese and Korean a whole name can be shorter.
    package static let leastLetters = 3

    /// - Throws: `Invalid` at `/text`.
    package init(_ text: String) throws(Invalid) {
        guard text.isText(1...PeopleQuery.longest) else {
            throw Invalid("/text", "1 to \(PeopleQuery.longest) characters")
        }
        let words = PeopleQuery.words(of: text)
        guard words.count <= PeopleQuery.mostWords else {
            throw Invalid("/text", "at most \(PeopleQuery.mostWords) words")
        }
        let length = words.reduce(0) { $0 + $1.length }
        guard length >= PeopleQuery.leastLetters || words.contains(where: \.isEastAsian) else {
            throw Invalid("/text", "at least \(PeopleQuery.leastLetters) letters or digits")
        }
        self.words = words
    }

    /// A telephone number that is typed with spaces becomes one word: `0722 123 456`.
    private static func words(of text: String) -> [FoldedWord] {
        var words: [FoldedWord] = []
        // The digits of the number that began, and the place of its first word.
        var number: (start: Int, digits: [UInt8])?
        func endNumber() {
            defer { number = nil }
            guard let number, PhoneNumber.lengths.contains(number.digits.count) else { return }
            words.replaceSubrange(number.start..., with: [FoldedWord(bytes: number.digits)])
        }
        for part in text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace) {
            let word = Self.word(part)
            if word.isEmpty { continue }
            if number != nil, word.isNumber {
                number?.digits += word.bytes
            } else {
                endNumber()
                // A longer one is complete.
                let mayBegin = word.isNumber && word.bytes.count < PhoneNumber.lengths.lowerBound
                if mayBegin, part.first == "+" || word.bytes.first == 0x30 { number = (words.count, word.bytes) }
            }
            words.append(word)
        }
        endNumber()
        return words
    }

    /// A date becomes digits as in `SearchableText`, and a kit code is searched without its constant beginning.
    private static func word(_ text: Substring.UnicodeScalarView) -> FoldedWord {
        let word = Substring(text)
        if let date = date(word) { return SearchableText.digits(of: date) }
        let folded = FoldedWord(word)
        return folded.bytes.starts(with: SearchableText.kitPrefix)
            && folded.bytes.count > SearchableText.kitPrefix.count
            ? FoldedWord(bytes: Array(folded.bytes.dropFirst(SearchableText.kitPrefix.count))) : folded
    }

    /// A birth date with the day first: 29.2.1980 or 29/02/1980. A date in ISO 8601 needs no change.
    private static func date(_ text: Substring) -> CalendarDate? {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "/" }
        guard parts.count == 3, parts[2].count == 4, parts[0].count <= 2, parts[1].count <= 2,
            parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }), !parts[0].isEmpty, !parts[1].isEmpty
        else { return nil }
        func two(_ part: Substring) -> String { part.count == 1 ? "0\(part)" : "\(part)" }
        return CalendarDate("\(parts[2])-\(two(parts[1]))-\(two(parts[0]))")
    }
}

/// Why a search may miss people.
package enum IncompleteSearch: String, Sendable, CaseIterable {
    /// More people match than are compared: the best of them are found.
    case tooMany = "too-many"
    /// The index is being brought up to date.
    case indexing
}

/// How well a person matches, the best first. Of several words the worst counts.
package enum PeopleRank: Int, Equatable, Sendable, Comparable {
    /// An e-mail address, phone number, kit code, identifier or birth date is equal.
    case identifier
    /// A word of the name is equal.
    case word
    /// A word of the name, or one of the other values, begins so.
    case beginning
    /// It stands somewhere inside.
    case part

    package static func < (one: PeopleRank, other: PeopleRank) -> Bool { one.rawValue < other.rawValue }
}

/// A person who matches.
package struct FoundPerson: Equatable, Sendable {
    package let id: ProfileID
    package let rank: PeopleRank
    /// The folded name, family name first, by which people of a rank are sorted.
    package let name: String

    package init(id: ProfileID, rank: PeopleRank, name: String) {
        self.id = id
        self.rank = rank
        self.name = name
    }
}

extension FoundPerson: Comparable {
    package static func < (one: FoundPerson, other: FoundPerson) -> Bool {
        if one.rank != other.rank { return one.rank < other.rank }
        let (text, otherText) = (one.name.utf8, other.name.utf8)
        let (count, otherCount) = (text.count, otherText.count)
        // Hundreds of people are sorted, most of whom share the first letters.
        let (name, otherName) = (text.span, otherText.span)
        for place in 0..<min(count, otherCount) where name[place] != otherName[place] {
            return name[place] < otherName[place]
        }
        return count != otherCount ? count < otherCount : one.id.bytes.lexicographicallyPrecedes(other.id.bytes)
    }
}

/// The position of the next page of a search: the last person of this one.
package struct PeopleCursor: Equatable, Sendable, CustomStringConvertible {
    package let last: FoundPerson

    package init(after person: FoundPerson) { last = person }

    package init?(_ text: String) {
        let parts = text.split(separator: "~", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let rank = Int(parts[0]).flatMap({ PeopleRank(rawValue: $0) }),
            let id = ProfileID(parts[1])
        else { return nil }
        last = FoundPerson(id: id, rank: rank, name: String(parts[2]))
    }

    package var description: String { "\(last.rank.rawValue)~\(last.id)~\(last.name)" }
}
