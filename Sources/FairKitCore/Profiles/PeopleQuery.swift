/// The words that a caller types to find people: each is a part of a name, an e-mail address, a phone number, a kit
/// code or an identifier, or a birth date as people write it. All words have to match, in any order. See decision 0101.
package struct PeopleQuery: Equatable, Sendable {
    /// Folded; none is empty.
    package let words: [FoldedWord]
    /// The last birth date among them; nil: none was typed.
    package private(set) var birthDate: CalendarDate?

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
        let (words, birthDate) = PeopleQuery.words(of: text)
        guard words.count <= PeopleQuery.mostWords else {
            throw Invalid("/text", "at most \(PeopleQuery.mostWords) words")
        }
        let length = words.reduce(0) { $0 + $1.length }
        guard length >= PeopleQuery.leastLetters || words.contains(where: \.isEastAsian) else {
            throw Invalid("/text", "at least \(PeopleQuery.leastLetters) letters or digits")
        }
        self.words = words
        self.birthDate = birthDate
    }

    private init(words: [FoldedWord]) { self.words = words }

    /// The other words, for a birth date that was mistyped or is stored as another; nil: there are none.
    package var withoutBirthDate: PeopleQuery? {
        guard let digits = birthDate.map({ SearchableText.digits(of: $0) }) else { return nil }
        let rest = words.filter { $0 != digits }
        return rest.isEmpty ? nil : PeopleQuery(words: rest)
    }

    /// A telephone number or a date that is typed with spaces becomes one word: `0722 123 456`, `12 March 1985`.
    private static func words(of text: String) -> (words: [FoldedWord], birthDate: CalendarDate?) {
        var words: [FoldedWord] = []
        var birthDate: CalendarDate?
        // The digits of the number that began, and the place of its first word.
        var number: (start: Int, digits: [UInt8])?
        func endNumber() {
            defer { number = nil }
            guard let number, PhoneNumber.lengths.contains(number.digits.count) else { return }
            words.replaceSubrange(number.start..., with: [FoldedWord(bytes: number.digits)])
        }
        var parts = text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)[...]
        while let part = parts.first {
            if number == nil, let found = date(parts.prefix(5).map { Substring($0) }) {
                words.append(SearchableText.digits(of: found.date))
                birthDate = found.date
                parts = parts.dropFirst(found.count)
                continue
            }
            parts = parts.dropFirst()
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
        return (words, birthDate)
    }

    /// A kit code is searched without its constant beginning.
    private static func word(_ text: Substring.UnicodeScalarView) -> FoldedWord {
        let folded = FoldedWord(Substring(text))
        return folded.bytes.starts(with: SearchableText.kitPrefix)
            && folded.bytes.count > SearchableText.kitPrefix.count
            ? FoldedWord(bytes: Array(folded.bytes.dropFirst(SearchableText.kitPrefix.count))) : folded
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
