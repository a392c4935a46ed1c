package import FairKitCore
import FoundationEssentials

/// A message as it is sent (RFC 5322): plain text in UTF-8, quoted-printable, so that every line is short and ASCII.
package struct MailMessage: Hashable, Sendable {
    package let from: MailAddress
    package let to: MailAddress
    /// Headers and body, each line with CR and LF.
    package let bytes: [UInt8]

    /// A control character, which could inject another header.
    package struct Malformed: Error {}

    /// - Parameters:
    ///   - id: makes the Message-ID, so that a mail server recognises a mail that is sent again.
    ///   - name: the sender's display name; empty: the address stands alone.
    ///   - subject: one line.
    ///   - text: lines that end with a line feed.
    package init(
        id: MailID, at time: Timestamp, from: MailAddress, named name: String = "", to: MailAddress, subject: String,
        text: String
    ) throws(Malformed) {
        guard ![name, subject].contains(where: { $0.unicodeScalars.contains(where: \.isControl) }),
            !text.unicodeScalars.contains(where: { $0.isControl && $0 != "\n" })
        else { throw Malformed() }
        self.from = from
        self.to = to
        let headers = [
            "Date: \(time.inMail)",
            "From: \(name.asPhrase(before: from))",
            "To: <\(to)>",
            "Message-ID: <\(id)@\(from.domain)>",
            "Subject: \(subject.asUnstructured)",
            // Automatic replies are not sent to it (RFC 3834).
            "Auto-Submitted: auto-generated",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: quoted-printable",
        ]
        bytes = Array((headers + [""] + text.quotedPrintable).joined(separator: "\r\n").utf8)
    }
}

extension Unicode.Scalar {
    /// Some mail clients treat the separators of lines and paragraphs as line breaks, too.
    fileprivate var isControl: Bool {
        [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
    }
}

extension Timestamp {
    /// `Sat, 21 Nov 2026 12:00:00 +0000` (RFC 5322, 3.3).
    fileprivate var inMail: String {
        let text = description
        let month = Timestamp.months[(Int(text.dropFirst(5).prefix(2)) ?? 1) - 1]
        // 1 January 1970 was a Thursday.
        let weekday = Timestamp.weekdays[((date().daysSince1970 + 4) % 7 + 7) % 7]
        return
            "\(weekday), \(text.dropFirst(8).prefix(2)) \(month) \(text.prefix(4)) \(text.dropFirst(11).prefix(8)) +0000"
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
}

extension String {
    /// The text of a header: as it is, or as encoded words.
    fileprivate var asUnstructured: String {
        let isPlain = utf8.count <= 68 && utf8.allSatisfy { (0x20..<0x7f).contains($0) } && !contains("=?")
        return isPlain ? self : asEncodedWords
    }

    /// The sender's name and address (RFC 5322, 3.4); on two lines if they are too long for one.
    fileprivate func asPhrase(before address: MailAddress) -> String {
        guard !isEmpty else { return "<\(address)>" }
        let isPlain =
            utf8.count <= 66 && !contains("=?")
            && utf8.allSatisfy { (0x20..<0x7f).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        let name = isPlain ? "\"\(self)\"" : asEncodedWords
        let isShort = isPlain && "From: \(name) <\(address)>".utf8.count <= 76
        return name + (isShort ? " " : "\r\n ") + "<\(address)>"
    }

    /// Encoded words (RFC 2047) of at most 75 characters, one a line.
    private var asEncodedWords: String {
        var parts = [""]
        for scalar in unicodeScalars {
            // 45 bytes are 60 of base64; `=?utf-8?B?` and `?=` are 12 more.
            if parts[parts.count - 1].utf8.count + UTF8.width(scalar) > 45 { parts.append("") }
            parts[parts.count - 1].unicodeScalars.append(scalar)
        }
        return parts.map { "=?utf-8?B?\(Data($0.utf8).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }

    /// Lines of at most 76 characters (RFC 2045, 6.7); the last one is empty, so that the text ends with a line's end.
    fileprivate var quotedPrintable: [String] {
        var lines = utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.flatMap { line in
            var parts = [""]
            for (index, byte) in zip(line.indices, line) {
                let isLast = line.index(after: index) == line.endIndex
                let piece = byte.quoted(atEnd: isLast)
                // A line that continues needs room for the `=` at its end.
                if parts[parts.count - 1].utf8.count + piece.utf8.count > (isLast ? 76 : 75) {
                    parts[parts.count - 1] += "="
                    parts.append("")
                }
                parts[parts.count - 1] += piece
            }
            return parts
        } + [""]
    }
}

extension UInt8 {
    /// As quoted-printable has it: a space at the end of a line would be lost.
    fileprivate func quoted(atEnd: Bool) -> String {
        let isLiteral = (0x21..<0x7f).contains(self) && self != UInt8(ascii: "=") || self == 0x20 && !atEnd
        if isLiteral { return String(UnicodeScalar(self)) }
        let digits = String(self, radix: 16, uppercase: true)
        return "=" + (digits.utf8.count == 1 ? "0" + digits : digits)
    }
}
