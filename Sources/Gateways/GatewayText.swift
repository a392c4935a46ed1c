package import FairKitCore

extension OutgoingMessage {
    /// The longest text of an SMS, in UTF-16 code units. Twilio accepts 1,600 characters, and longer texts cost a part
    /// for each 67 or 153 characters.
    private static let mostOfSMS = 1500
    /// The longest text that is said in a call: a minute and a half.
    private static let mostSpoken = 1400

    /// Title, body and link, each in its own line. If the text is too long, the body is shortened.
    package var smsText: String {
        let around = [title.gatewayText, link?.gatewayText ?? ""].filter { !$0.isEmpty }
        let left = OutgoingMessage.mostOfSMS - around.reduce(0) { $0 + $1.utf16.count + 1 }
        let parts = [title.gatewayText, body.gatewayText.shortened(to: max(0, left)), link?.gatewayText ?? ""]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// Title and body as sentences; a link can't be said.
    package var spokenText: String {
        let sentences = [title, body].map(\.gatewayText).filter { !$0.isEmpty }.map { text in
            text.last.map { ".!?".contains($0) } == true ? text : "\(text)."
        }
        return sentences.joined(separator: " ").shortened(to: OutgoingMessage.mostSpoken)
    }
}

extension String {
    /// The text without control characters, except line breaks: XML has no form for them (XML 1.0, section 2.2).
    var gatewayText: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.filter { scalar in
                    scalar == "\n"
                        || !(scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
                            || scalar.value & 0xfffe == 0xfffe)
                }))
    }

    /// At most so many UTF-16 code units. A longer text ends in `…`; no character is cut.
    func shortened(to count: Int) -> String {
        guard utf16.count > count else { return self }
        var (text, left) = ("", count - 1)
        for character in self {
            left -= character.utf16.count
            guard left >= 0 else { break }
            text.append(character)
        }
        return count > 0 ? text + "…" : ""
    }
}
