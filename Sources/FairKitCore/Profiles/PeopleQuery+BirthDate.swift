extension PeopleQuery {
    /// A birth date at the beginning of some parts of a text, and how many of them it takes: 29.2.1980, 29-02-1980,
    /// 1980/2/29, 29 February 1980, 29 de febrero de 1980, Feb 29, 1980. Of numbers, the day is first, or the year.
    static func date(_ parts: [Substring]) -> (date: CalendarDate, count: Int)? {
        for count in 1..<parts.count + 1 {
            let pieces = parts.prefix(count).flatMap { part in part.split { ".,/-".contains($0) } }
                .filter { $0.lowercased() != "de" }
            guard pieces.count <= 3 else { return nil }
            if pieces.count == 3, let day = day(of: pieces) { return (day, count) }
        }
        return nil
    }

    private static func day(of pieces: [Substring]) -> CalendarDate? {
        // Where year, month and day stand.
        let (year, month, day) =
            !isNumber(pieces[0]) ? (2, 0, 1) : pieces[0].count == 4 ? (0, 1, 2) : (2, 1, 0)
        return Self.month(pieces[month]).flatMap { CalendarDate("\(pieces[year])-\(two($0))-\(two(pieces[day]))") }
    }

    /// The number of a month, which is typed as a number, or as at least three letters of its name in any language.
    private static func month(_ text: Substring) -> Substring? {
        guard !isNumber(text) else { return text }
        let typed = FoldedWord(text)
        guard typed.length >= 3 else { return nil }
        return Language.allCases.lazy.compactMap { language in
            language.months.firstIndex { FoldedWord($0).bytes.starts(with: typed.bytes) }.map { "\($0 + 1)" }
        }.first
    }

    private static func isNumber(_ piece: Substring) -> Bool { piece.first?.isNumber == true }

    private static func two(_ part: Substring) -> Substring { part.count == 1 ? "0\(part)" : part }
}
