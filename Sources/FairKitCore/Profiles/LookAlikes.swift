/// People whom a reader of a list may take for each other: their names are nearly the same, or they share a birth date and a
/// word of the name. See decision 0166.
package enum LookAlikes {
    /// The places of those among some people who look like another one.
    package static func among(_ people: [(name: String, birthDate: CalendarDate?)]) -> Set<Int> {
        let names = people.map { FoldedWord.words(of: $0.name) }
        var found: Set<Int> = []
        for one in people.indices {
            for other in people.indices.dropFirst(one + 1) {
                let sharesDay = people[one].birthDate != nil && people[one].birthDate == people[other].birthDate
                let sharesWord = !Set(names[one]).isDisjoint(with: names[other])
                if isNear(names[one], names[other]) || sharesDay && sharesWord { found.formUnion([one, other]) }
            }
        }
        return found
    }

    /// Whether each word of the shorter name stands in the other, in any order, but for a letter.
    private static func isNear(_ one: [FoldedWord], _ other: [FoldedWord]) -> Bool {
        let (short, long) = one.count <= other.count ? (one, other) : (other, one)
        return !short.isEmpty && short.allSatisfy { word in long.contains { word.isNear($0) } }
    }
}

extension FoldedWord {
    /// Whether at most one letter differs, is missing, or has changed places with the next; of short words, none.
    func isNear(_ other: FoldedWord) -> Bool {
        let (short, long) = bytes.count <= other.bytes.count ? (bytes, other.bytes) : (other.bytes, bytes)
        guard short.count >= 4, long.count - short.count <= 1 else { return short == long }
        let start = zip(short, long).prefix { $0 == $1 }.count
        let (rest, longer) = (short[start...], long[start...])
        if short.count < long.count { return rest.elementsEqual(longer.dropFirst()) }
        return rest.dropFirst().elementsEqual(longer.dropFirst())
            || rest.prefix(2).reversed().elementsEqual(longer.prefix(2))
                && rest.dropFirst(2).elementsEqual(longer.dropFirst(2))
    }
}
