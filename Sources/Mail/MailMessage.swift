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
        id: NoticeSendID, at time: Timestamp, from: MailAddress, named name: String = "", to: MailAddress,
        subject: String,
        text: String
    ) throws(Malformed) {
        guard !name.unicodeScalars.contains(where: \.isControl), !subject.unicodeScalars.contains(where: \.isControl),
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
        bytes = Array((headers.joined(separator: "\r\n") + "\r\n\r\n").utf8) + text.quotedPrintable
    }
}

extension Unicode.Scalar {
    /// Of Unicode's category Cc. Some mail clients treat the separators of lines and paragraphs as line breaks, too.
    fileprivate var isControl: Bool {
        switch value {
        case 0...0x1f, 0x7f...0x9f, 0x2028, 0x2029: true
        default: false
        }
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

    /// Lines of at most 76 characters (RFC 2045, 6.7), each with its end.
    fileprivate var quotedPrintable: [UInt8] {
        var lines = Array(utf8).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        var text: [UInt8] = []
        text.reserveCapacity(utf8.count + 3 * lines.count)
        for line in lines {
            var width = 0
            for (index, byte) in zip(line.indices, line) {
                let isLast = index == line.endIndex - 1
                let size = byte.isLiteral(atEnd: isLast) ? 1 : 3
                // A line that continues needs room for the `=` at its end.
                if width + size > (isLast ? 76 : 75) {
                    text.append(UInt8(ascii: "="))
                    text += lineEnd
                    width = 0
                }
                if size == 1 {
                    text.append(byte)
                } else {
                    text.append(UInt8(ascii: "="))
                    text.append(digits[Int(byte >> 4)])
                    text.append(digits[Int(byte & 15)])
                }
                width += size
            }
            text += lineEnd
        }
        return text
    }
}

private let lineEnd = Array("\r\n".utf8)
private let digits = Array("0123456789ABCDEF".utf8)

extension UInt8 {
    /// Whether quoted-printable leaves it as it is: a space at the end of a line would be lost.
    fileprivate func isLiteral(atEnd: Bool) -> Bool {
        (0x21..<0x7f).contains(self) && self != UInt8(ascii: "=") || self == 0x20 && !atEnd
    }
}
