package import FairKitCore

/// A kit's code as a hand scanner types it: through the keyboard layout of its computer, with what scanners add.
///
/// A scanner presses the keys of an American keyboard. On a computer with another layout they become other characters; the
/// check character proves that mapping them back gives the code on the label.
package struct ScannedCode: Equatable {
    package let code: KitCode
    /// What is to be set right at the scanner; nil: nothing.
    package let note: Note?

    package enum Note: String {
        case layout
        /// Its letters came in lower case: caps lock is on, or a person typed them.
        case lowerCase
    }

    package enum Fault: Error, Equatable, Sendable {
        case nothing
        /// The layout is another one than the scanner's, and none that is known gives a code.
        case layout
        case code(KitCode.Malformed)
    }

    package init(_ sent: String) throws(Fault) {
        let scalars = sent.unicodeScalars.filter { !$0.properties.isWhitespace && !$0.isControl && $0 != "*" }
        let text = String(String.UnicodeScalarView(scalars))
        guard !text.isEmpty else { throw .nothing }
        let malformed: KitCode.Malformed
        do {
            code = try KitCode(typed: Self.withoutPrefix(text))
            note = text.contains(where: \.isUppercase) || !text.contains(where: \.isLowercase) ? nil : .lowerCase
            return
        } catch { malformed = error }
        let found = Set(
            Self.layouts.compactMap { layout in
                try? KitCode(typed: Self.withoutPrefix(String(text.map { layout[$0] ?? $0 })))
            })
        if let only = found.first, found.count == 1 {
            (code, note) = (only, .layout)
            return
        }
        let upper = text.uppercased()
        let hasOtherSigns = !upper.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" }
        let isKit = upper.contains("FU") && upper.contains("KIT")
        throw hasOtherSigns && (isKit || !upper.allSatisfy(\.isASCII)) ? .layout : .code(malformed)
    }

    /// Without the prefix of AIM, which names the kind of barcode: `]C0`.
    private static func withoutPrefix(_ text: String) -> String {
        let upper = text.uppercased()
        return upper.hasPrefix("]C") ? String(text.dropFirst(3)) : text
    }

    /// What a layout makes of American keys, mapped back: German, with caps lock as it locks digits, too; Spanish, Italian,
    /// Portuguese and Swiss; Nordic; French and Belgian, without and with caps lock.
    private static let layouts: [[Character: Character]] = [
        ("ß+yzYZ", "-]zyZY"), ("!\"§$%&/()=?yzYZ", "1234567890-zyZY"), ("'+", "-]"), ("'¨yzYZ", "-]zyZY"), ("+¨", "-]"),
        ("&é\"'(-è_çà)$aqzwAQZW,?", "1234567890-]qawzQAWZmM"), ("&é\"'(§è!çà)$aqzwAQZW,?", "1234567890-]qawzQAWZmM"),
        ("°£aqzwAQZW?,", "-]qawzQAWZMm"),
    ].map { typed, keys in Dictionary(uniqueKeysWithValues: zip(typed, keys)) }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { properties.generalCategory == .control }
}
