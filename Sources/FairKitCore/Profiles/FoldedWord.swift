/// A word as it is searched for: without case, accents and punctuation. See decision 0101.
///
/// `É`, `é` and `e` are equal, and so are `ß` and `ss`, `ø` and `o`, full-width and ordinary letters, and the digits of
/// all scripts. The rules are FairKit's own, so that each database finds the same.
package struct FoldedWord: Hashable, Sendable {
    /// Letters and digits in UTF-8.
    package let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Folds a text, without whatever is neither a letter nor a digit.
    ///
    /// - Parameter transliterated: writes letters with marks as ICAO 9303 does: ä is ae, not a.
    package init(_ text: some StringProtocol, transliterated: Bool = false) {
        bytes = Folding.pieces(of: text, transliterated: transliterated).flatMap(\.folded)
    }

    package var isEmpty: Bool { bytes.isEmpty }

    /// Letters and digits.
    package var length: Int { bytes.count { $0 & 0xC0 != 0x80 } }

    /// Whether it has a letter of a script in which a word of two letters is long: Chinese, Japanese, Korean.
    package var isEastAsian: Bool { bytes.contains { $0 >= 0xE2 } && letters.contains(where: Folding.isEastAsian) }

    /// All parts of three letters.
    package var trigrams: [FoldedWord] {
        let starts = bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 }
        guard starts.count >= 3 else { return [] }
        return starts.indices.dropLast(2).map { start in
            let end = start + 3 < starts.count ? starts[start + 3] : bytes.count
            return FoldedWord(bytes: Array(bytes[starts[start]..<end]))
        }
    }

    /// The whole words of a text, as spaces and punctuation separate them.
    package static func words(of text: some StringProtocol, transliterated: Bool = false) -> [FoldedWord] {
        var words: [FoldedWord] = []
        var bytes: [UInt8] = []
        for (scalar, folded) in Folding.pieces(of: text, transliterated: transliterated) {
            // An apostrophe is part of a word: O'Brien is one.
            if Folding.isPartOfWord(scalar) {
                bytes += folded
            } else if !bytes.isEmpty {
                words.append(FoldedWord(bytes: bytes))
                bytes = []
            }
        }
        return bytes.isEmpty ? words : words + [FoldedWord(bytes: bytes)]
    }

    /// How it stands in another word; nil: not at all.
    func match(in other: ArraySlice<UInt8>) -> Match? {
        guard !bytes.isEmpty, bytes.count <= other.count else { return nil }
        for start in other.startIndex...(other.endIndex - bytes.count) where stands(in: other, at: start) {
            guard start == other.startIndex else { return .inside }
            return bytes.count == other.count ? .whole : .beginning
        }
        return nil
    }

    private func stands(in other: ArraySlice<UInt8>, at start: Int) -> Bool {
        for (place, byte) in bytes.enumerated() where other[start + place] != byte { return false }
        return true
    }

    enum Match {
        case whole, beginning, inside
    }

    private var letters: [Unicode.Scalar] { Array(String(decoding: bytes, as: UTF8.self).unicodeScalars) }
}

/// The rules by which letters are folded.
enum Folding {
    /// The folded forms of letters, in UTF-8, by the code point.
    private static let table: [UInt32: [UInt8]] = {
        var table: [UInt32: [UInt8]] = [:]
        for line in EmbeddedTable.foldedLetters.text.unicodeScalars.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let folded = Array(String(String.UnicodeScalarView(parts[0])).utf8)
            for scalar in parts[1] { table[scalar.value] = folded }
        }
        return table
    }()

    /// Each scalar of a text with its folded form.
    static func pieces(
        of text: some StringProtocol, transliterated: Bool
    ) -> [(scalar: Unicode.Scalar, folded: [UInt8])] {
        var pieces: [(Unicode.Scalar, [UInt8])] = []
        var rest = Substring(text).unicodeScalars
        while let scalar = rest.popFirst() {
            if transliterated, let pair = pair(for: scalar, before: rest.first) {
                pieces.append((scalar, pair))
            } else {
                var folded: [UInt8] = []
                append(scalar, to: &folded)
                pieces.append((scalar, folded))
            }
        }
        return pieces
    }

    /// Appends the folded form of a letter or digit; nothing for others.
    static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        switch scalar.value {
        case 0x30...0x39, 0x61...0x7A: bytes.append(UInt8(scalar.value))
        case 0x41...0x5A: bytes.append(UInt8(scalar.value | 0x20))
        case 0..<0x80: break
        // Hangul syllables consist of two or three letters (Unicode, section 3.12).
        case 0xAC00...0xD7A3:
            let place = scalar.value - 0xAC00
            append(code: 0x1100 + place / 588, to: &bytes)
            append(code: 0x1161 + place % 588 / 28, to: &bytes)
            if place % 28 > 0 { append(code: 0x11A7 + place % 28, to: &bytes) }
        default:
            if let folded = table[scalar.value] {
                bytes += folded
            } else if isAccent(scalar) {
                break
            } else if let digit = decimalDigit(scalar) {
                bytes.append(0x30 + digit)
            } else if isLetter(scalar) {
                for lower in scalar.properties.lowercaseMapping.unicodeScalars where !isAccent(lower) {
                    if let folded = table[lower.value] {
                        bytes += folded
                    } else {
                        append(code: lower.value, to: &bytes)
                    }
                }
            }
        }
    }

    static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        // The apostrophes that are typed: ' ` ´ ʼ ‘ ’.
        case 0x27, 0x60, 0xB4, 0x2BC, 0x2018, 0x2019: true
        case 0..<0x80: false
        default: isLetter(scalar) || isAccent(scalar) || decimalDigit(scalar) != nil
        }
    }

    /// Han, Kana and Hangul.
    static func isEastAsian(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x11FF, 0x2E80...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
        default: false
        }
    }

    private static func append(code: UInt32, to bytes: inout [UInt8]) {
        guard let scalar = Unicode.Scalar(code) else { return }
        bytes += Array(String(Character(scalar)).utf8)
    }

    /// Letters, and the vowel signs of scripts such as Devanagari.
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isAlphabetic { return true }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: return true
        default: return false
        }
    }

    private static func decimalDigit(_ scalar: Unicode.Scalar) -> UInt8? {
        guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue else { return nil }
        return UInt8(exactly: value)
    }

    /// Accents, Hebrew points, Arabic vowel marks and lengthening, and the nukta of Indic scripts: as in
    /// `scripts/folding`.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F, 0x591...0x5C7,
            0x610...0x61A, 0x640, 0x64B...0x65F, 0x670, 0x6D6...0x6ED, 0x93C, 0x9BC, 0xA3C, 0xABC, 0xB3C:
            true
        default: false
        }
    }
}
