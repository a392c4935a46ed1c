/// A content line of an iCalendar file (RFC 5545, section 3.1): `DTSTART;TZID=Europe/Madrid:20260105T200000`.
struct CalendarLine: Hashable, Sendable {
    /// Where it begins in the file, from 1.
    let number: Int
    /// In upper case.
    let name: String
    /// By their names in upper case, without the quotes of their values.
    let parameters: [String: String]
    let value: String

    /// The longest line, in bytes, with what was folded.
    static let mostBytes = 8192

    /// Reads the lines of a file and joins those that were folded.
    static func lines(of bytes: [UInt8]) throws(CalendarFault) -> [CalendarLine] {
        var lines: [CalendarLine] = []
        var open: (number: Int, bytes: [UInt8])?
        let parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            let part = part.last == UInt8(ascii: "\r") ? part.dropLast() : part
            // Folding can part the bytes of one character, so bytes are joined before they are decoded.
            if let first = part.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t"), let before = open {
                guard before.bytes.count + part.count <= CalendarLine.mostBytes else {
                    throw CalendarFault(before.number, nil, "is longer than \(CalendarLine.mostBytes) bytes")
                }
                open = (before.number, before.bytes + part.dropFirst())
                continue
            }
            if let open { lines.append(try CalendarLine(open.bytes, number: open.number)) }
            open = part.isEmpty ? nil : (index + 1, Array(part))
        }
        if let open { lines.append(try CalendarLine(open.bytes, number: open.number)) }
        return lines
    }

    private init(_ bytes: [UInt8], number: Int) throws(CalendarFault) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CalendarFault(number, nil, "is not UTF-8")
        }
        var parts: [String] = [""]
        var isQuoted = false
        var value: String?
        for character in text.unicodeScalars {
            if value != nil {
                value?.unicodeScalars.append(character)
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == ":", !isQuoted {
                value = ""
            } else if character == ";", !isQuoted {
                parts.append("")
            } else {
                parts[parts.count - 1].unicodeScalars.append(character)
            }
        }
        // A byte order mark may begin the file.
        let name = parts[0].drop { $0 == "\u{FEFF}" }.uppercased()
        guard let value, !name.isEmpty, name.utf8.allSatisfy(\.isOfName) else {
            throw CalendarFault(number, nil, "is not a content line such as SUMMARY:Night")
        }
        var parameters: [String: String] = [:]
        for part in parts.dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { throw CalendarFault(number, name, "has a parameter without a value") }
            parameters[pair[0].uppercased()] = String(pair[1])
        }
        self.number = number
        self.name = name
        self.parameters = parameters
        self.value = value
    }

    /// A fault of this line.
    func fault(_ detail: String) -> CalendarFault { CalendarFault(number, name, detail) }
}

/// Why a calendar can't be imported. The sentence never repeats the file's texts.
struct CalendarFault: Error, Hashable {
    let line: Int
    /// nil: the line has none.
    let property: String?
    let detail: String

    init(_ line: Int, _ property: String?, _ detail: String) {
        self.line = line
        self.property = property
        self.detail = detail
    }

    /// The pointer `/lines/12/RRULE`, and a sentence with the line and the property.
    var invalid: Invalid {
        let names = ["lines", "\(line)"] + (property.map { [$0] } ?? [])
        return Invalid(path: names, "line \(line)\(property.map { ", \($0)" } ?? ""): \(detail)")
    }
}

extension UInt8 {
    fileprivate var isOfName: Bool {
        (65...90).contains(self) || (48...57).contains(self) || self == UInt8(ascii: "-")
    }
}
