/// The text of an SMS, with what it costs (3GPP TS 23.038).
///
/// The alphabet of GSM-7 has no á, í, ó and ú. One such letter would more than halve what a segment holds, so they lose
/// their accents if that makes the whole text fit the alphabet.
package struct ShortMessage: Equatable, Sendable {
    package let text: String
    package let isGSM7: Bool
    /// How many messages are paid for.
    package let segments: Int

    package init(_ text: String) {
        let plain = text.map { ShortMessage.plain[$0] ?? String($0) }.joined()
        if let septets = ShortMessage.septets(plain) {
            self.text = plain
            isGSM7 = true
            segments = ShortMessage.segments(of: septets, alone: 160, joined: 153)
        } else {
            self.text = text
            isGSM7 = false
            // A character outside the basic plane is never split over two segments.
            segments = ShortMessage.segments(
                of: text.unicodeScalars.map { $0.value > 0xffff ? 2 : 1 }, alone: 70, joined: 67)
        }
    }

    /// The width of each character in GSM-7; nil if one is not in its alphabet.
    private static func septets(_ text: String) -> [Int]? {
        var widths: [Int] = []
        for character in text {
            if basic.contains(character) {
                widths.append(1)
            } else if extended.contains(character) {
                widths.append(2)
            } else {
                return nil
            }
        }
        return widths
    }

    private static func segments(of widths: [Int], alone: Int, joined: Int) -> Int {
        guard widths.reduce(0, +) > alone else { return 1 }
        var (segments, room) = (1, joined)
        for width in widths {
            if width > room { (segments, room) = (segments + 1, joined) }
            room -= width
        }
        return segments
    }

    private static let basic = Set(
        "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
            + "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà")
    private static let extended = Set("^{}\\[~]|€")

    /// The replacement for each character that the alphabet lacks.
    private static let plain: [Character: String] = [
        "á": "a", "í": "i", "ó": "o", "ú": "u", "Á": "A", "Í": "I", "Ó": "O", "Ú": "U", "’": "'", "‘": "'", "“": "\"",
        "”": "\"", "–": "-", "—": "-", "…": "...", "×": "x", "\u{a0}": " ", "\u{202f}": " ", "µ": "u",
    ]
}
