/// Objects that are appended to a PDF, with their cross-reference table (ISO 32000-1, 7.5.6).
struct PDFUpdate {
    private var bytes: [UInt8]
    /// One more than the highest object number.
    private var count: Int
    /// Where the table before this one begins.
    private let before: Int
    private var starts: [(number: Int, offset: Int)] = []

    init(of pdf: [UInt8], count: Int, before: Int) {
        bytes = pdf
        if bytes.last != 10 { bytes.append(10) }
        self.count = count
        self.before = before
    }

    /// - Returns: the new object's number.
    mutating func add(_ body: String) -> Int {
        count += 1
        replace(count - 1, by: body)
        return count - 1
    }

    /// Adds a stream without a filter.
    ///
    /// - Returns: the new object's number.
    mutating func add(stream: [UInt8], with entries: String) -> Int {
        begin(count)
        count += 1
        bytes += "<< \(entries) /Length \(stream.count) >>\nstream\n".utf8
        bytes += stream
        bytes += "\nendstream\nendobj\n".utf8
        return count - 1
    }

    /// Replaces an object by another with the same number.
    mutating func replace(_ number: Int, by body: String) {
        begin(number)
        bytes += "\(body)\nendobj\n".utf8
    }

    private mutating func begin(_ number: Int) {
        starts.append((number, bytes.count))
        bytes += "\(number) 0 obj\n".utf8
    }

    /// The whole file.
    consuming func finished(root: Int, info: Int) -> [UInt8] {
        let id = PDFUpdate.identifier(of: bytes)
        let offset = bytes.count
        bytes += "xref\n".utf8
        for (number, start) in starts.sorted(by: { $0.number < $1.number }) {
            // An entry has exactly 20 bytes (7.5.4).
            bytes += "\(number) 1\n\(padded(start, to: 10)) 00000 n \n".utf8
        }
        bytes += "trailer\n<< /Size \(count) /Root \(root) 0 R /Info \(info) 0 R /Prev \(before)".utf8
        bytes += " /ID [ <\(id)> <\(id)> ] >>\nstartxref\n\(offset)\n%%EOF\n".utf8
        return bytes
    }

    /// Sixteen bytes that other files hardly share (14.4), as hexadecimal digits: FNV-1a of the bytes, from two starts.
    private static func identifier(of bytes: [UInt8]) -> String {
        [0xcbf2_9ce4_8422_2325, 0x8422_2325_cbf2_9ce4].map { (start: UInt64) in
            let hash = bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
            let digits = String(hash, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}

/// A number with leading zeros.
func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(width - digits.count, 0)) + digits
}

extension String {
    /// A text string in UTF-16 (ISO 32000-1, 7.9.2.2), written as hexadecimal digits.
    var pdfText: String {
        "<FEFF"
            + utf16.map { unit in
                let digits = String(unit, radix: 16, uppercase: true)
                return String(repeating: "0", count: 4 - digits.count) + digits
            }.joined() + ">"
    }

    /// The text with what XML would read as markup escaped, and without what XML 1.0 forbids.
    var xmlText: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": text += " "
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}

/// A time in UTC as PDF (ISO 32000-1, 7.9.4) and XMP write it.
struct PDFDate {
    /// Year, month, day, hour, minute and second, each with its digits.
    private let parts: [String]

    /// Days to dates by Howard Hinnant's algorithm.
    init(seconds: Int64) {
        let seconds = Int(min(max(seconds, 0), 253_402_300_799))
        let (days, second) = (seconds / 86_400, seconds % 86_400)
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        parts = [
            padded(year, to: 4), padded(month, to: 2), padded(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1, to: 2),
            padded(second / 3600, to: 2), padded(second / 60 % 60, to: 2), padded(second % 60, to: 2),
        ]
    }

    /// `D:20261125230000Z`.
    var pdf: String { "D:\(parts.joined())Z" }

    /// `2026-11-25T23:00:00Z`.
    var xmp: String { "\(parts[0])-\(parts[1])-\(parts[2])T\(parts[3]):\(parts[4]):\(parts[5])Z" }
}
