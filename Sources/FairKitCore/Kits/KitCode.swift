/// The code on a test kit: `FU-KIT-2025110701-X`, ten digits and a check character. Every instance is valid.
package struct KitCode: Hashable, Sendable, CustomStringConvertible {
    /// The ten digits as a number.
    private let number: Int64

    package static let prefix = "FU-KIT-"
    /// Characters of the canonical text.
    package static let length = 19
    /// Characters of the printed Code 128, from start to check, as zint encodes it: set B for `FU-KIT-`, set C for the
    /// ten digits, set B for the hyphen and the check character; 211 modules with the stop. All labels are printed this
    /// way.
    package static let code128Characters = 18
    private static let digitCount = 10

    /// Why a text is not a kit code. It never holds the text.
    package enum Malformed: Error, Equatable, Sendable {
        /// It does not begin like a kit code.
        case prefix
        /// It begins like a kit code, but has too few or too many characters.
        case length
        /// A letter stands where a digit belongs.
        case digits
        /// Only the last character is wrong: it does not match the others.
        case checkCharacter
        /// The same, but the right character looks like it: an O or I typed as a digit, or the reverse.
        case lookalike(right: UInt8)

        /// Whether all other characters are valid.
        package var isWrongCheckCharacter: Bool {
            switch self {
            case .checkCharacter, .lookalike: true
            case .prefix, .length, .digits: false
            }
        }
    }

    /// A code as a scanner read it: it must match exactly.
    package init(scanned text: String) throws(Malformed) {
        guard text.hasPrefix(KitCode.prefix) else { throw .prefix }
        guard text.utf8.count == KitCode.length, text.dropLast().last == "-" else { throw .length }
        self = try KitCode(typed: text)
        guard description == text else { throw .digits }
    }

    /// A code as a person typed it. Case, spaces, missing hyphens and typographic dashes don't matter.
    package init(typed text: String) throws(Malformed) {
        let bytes = text.unicodeScalars.filter { !$0.isForgiven }.map { $0.isASCII ? UInt8($0.value).uppercased : 0 }
        guard bytes.starts(with: "FUKIT".utf8) else { throw .prefix }
        guard bytes.count == "FUKIT".utf8.count + KitCode.digitCount + 1 else { throw .length }
        let digits = bytes.dropFirst("FUKIT".utf8.count).dropLast()
        guard let number = Int64(String(decoding: digits, as: UTF8.self)), digits.allSatisfy(\.isDigit) else {
            throw .digits
        }
        let check = CheckCharacter.modulo37and36(bytes.dropLast())
        guard bytes.last == check else {
            guard let typed = bytes.last, let check, typed.looksLike(check) else { throw .checkCharacter }
            throw .lookalike(right: check)
        }
        self.number = number
    }

    /// A code from the store, which holds only valid ones: the ten digits are read, and the rest is not checked again.
    /// - Returns: nil for a text of another length, or without digits in their places.
    package init?(stored text: String) {
        guard text.utf8.count == KitCode.length else { return nil }
        var number: Int64 = 0
        for digit in text.utf8.dropFirst(KitCode.prefix.utf8.count).prefix(KitCode.digitCount) {
            guard digit.isDigit else { return nil }
            number = number * 10 + Int64(digit - UInt8(ascii: "0"))
        }
        self.number = number
    }

    /// - Parameter number: the ten digits, 0 to 9,999,999,999; nil outside.
    package init?(number: Int64) {
        guard (0..<10_000_000_000).contains(number) else { return nil }
        self.number = number
    }

    /// The canonical text, as printed and stored.
    package var description: String {
        ASCIIText.string(capacity: KitCode.length) { text in
            text.append("FU-KIT-")
            text.append(number, digits: KitCode.digitCount)
            text.append("-")
            if let check { text.append(check) }
        }
    }

    /// Whether people may take the check character for a digit: it is an O or an I.
    package var readsAmbiguously: Bool { check == UInt8(ascii: "O") || check == UInt8(ascii: "I") }

    /// The codes for which people may take it: one digit is another, or two neighbours have changed places. The check
    /// character follows from the digits, so it differs, too.
    package var lookalikes: [KitCode] {
        var (found, power): (Set<Int64>, Int64) = ([], 1)
        for place in 0..<KitCode.digitCount {
            let (digit, next) = (number / power % 10, number / (power * 10) % 10)
            for other in 0..<10 { found.insert(number + (Int64(other) - digit) * power) }
            if place + 1 < KitCode.digitCount {
                found.insert(number + (next - digit) * power + (digit - next) * power * 10)
            }
            power *= 10
        }
        return found.subtracting([number]).sorted().compactMap { KitCode(number: $0) }
    }

    private var check: UInt8? {
        var text: [UInt8] = []
        text.reserveCapacity("FUKIT".utf8.count + KitCode.digitCount)
        text += "FUKIT".utf8
        var power: Int64 = 1_000_000_000
        for _ in 0..<KitCode.digitCount {
            text.append(UInt8(ascii: "0") + UInt8(number / power % 10))
            power /= 10
        }
        return CheckCharacter.modulo37and36(text)
    }
}

extension Unicode.Scalar {
    /// Spaces, hyphens and dashes are ignored in a typed code.
    fileprivate var isForgiven: Bool {
        // Of most characters nothing has to be looked up.
        if (48...122).contains(value) { return false }
        return properties.isWhitespace || properties.generalCategory == .dashPunctuation || value == 0x2212
            || properties.generalCategory == .format
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (48...57).contains(self) }

    /// Whether people confuse the two: O and 0, I and 1.
    fileprivate func looksLike(_ other: UInt8) -> Bool {
        [("O", "0"), ("I", "1")].contains { (letter, digit) in
            [UInt8(ascii: letter), UInt8(ascii: digit)].allSatisfy { $0 == self || $0 == other } && self != other
        }
    }

    fileprivate var uppercased: UInt8 { (97...122).contains(self) ? self - 32 : self }
}

extension KitCode.Malformed {
    /// The message for the person who typed the code (requirement R1.3 words the one for a text that is not a kit
    /// code).
    package var sentence: String {
        switch self {
        case .prefix, .length, .digits: "Not a Fair Underwriting test kit. Please check barcode."
        case .checkCharacter: "Check the last character: it does not match the digits before it."
        case .lookalike(let right):
            "Check the last character: it is the \(right.isDigit ? "digit" : "letter") \(Character(Unicode.Scalar(right)))."
        }
    }

    /// The exact fault, in more detail.
    package var explanation: String {
        switch self {
        case .prefix: "it does not begin with FU-KIT-"
        case .length: "it does not have ten digits and a check character"
        case .digits: "a character that must be a digit is not one"
        case .checkCharacter: "check the last character, it does not match the digits before it"
        case .lookalike(let right):
            "the last character is the \(right.isDigit ? "digit" : "letter") \(Character(Unicode.Scalar(right)))"
        }
    }
}
