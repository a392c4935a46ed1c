/// The spellings of a name that are equal: folded as the people search folds, and as the machine-readable zone of a
/// passport or identity card has it (ICAO 9303, part 3): MUELLER for Müller, OBRIEN for O'Brien.
package struct NameSpellings: Sendable {
    private let spellings: Set<FoldedWord>

    package init(_ name: some StringProtocol) {
        spellings = Set([FoldedWord(name), FoldedWord(name, transliterated: true)].filter { !$0.isEmpty })
    }

    /// Whether a name may be the other one.
    package func agree(with name: some StringProtocol) -> Bool {
        !spellings.isDisjoint(with: NameSpellings(name).spellings)
    }

    /// The folded words of the names that may be written like this one, joined by spaces: `mueller` is Mueller or Müller.
    ///
    /// The most that are returned is 64: a name has few such pairs of letters.
    package static func origins(of name: some StringProtocol) -> Set<String> {
        var origins: Set<String> = []
        for isTransliterated in [false, true] {
            var forms: [[UInt8]] = [[]]
            var previous: UInt8?
            let words = FoldedWord.words(of: name, transliterated: isTransliterated).map(\.bytes)
            for byte in words.joined(separator: [0x20]) {
                let isSecond = previous.map { Folding.isPair($0, byte) } ?? false
                forms = forms.flatMap { form in
                    isSecond && forms.count < 32 ? [form, form + [byte]] : [form + [byte]]
                }
                previous = isSecond ? nil : byte
            }
            origins.formUnion(forms.map { String(decoding: $0, as: UTF8.self) })
        }
        return origins
    }
}

extension Folding {
    /// The two letters that ICAO 9303 writes for a letter with a mark; nil: it writes the letter without the mark.
    ///
    /// - Parameter next: the scalar after it, which may be the mark.
    static func pair(for scalar: Unicode.Scalar, before next: Unicode.Scalar?) -> [UInt8]? {
        switch (scalar.value, next?.value) {
        case (0xC4, _), (0xE4, _), (0x41, 0x308), (0x61, 0x308): Array("ae".utf8)
        case (0xD6, _), (0xF6, _), (0xD8, _), (0xF8, _), (0x4F, 0x308), (0x6F, 0x308): Array("oe".utf8)
        case (0xDC, _), (0xFC, _), (0x55, 0x308), (0x75, 0x308): Array("ue".utf8)
        case (0xC5, _), (0xE5, _), (0x41, 0x30A), (0x61, 0x30A): Array("aa".utf8)
        default: nil
        }
    }

    /// Whether two letters may be written for one with a mark.
    static func isPair(_ first: UInt8, _ second: UInt8) -> Bool {
        switch (first, second) {
        case (0x61, 0x65), (0x6F, 0x65), (0x75, 0x65), (0x61, 0x61): true
        default: false
        }
    }
}
