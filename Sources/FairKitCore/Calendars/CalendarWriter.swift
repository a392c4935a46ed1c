import TextEncodings

/// Writes an iCalendar file (RFC 5545): lines end with CRLF, and are folded at 75 bytes.
package struct CalendarWriter: Sendable {
    package private(set) var text = ""

    package init() {}

    /// The most bytes of a line without its end (RFC 5545, section 3.1).
    private static let mostBytes = 75

    /// Writes a line whose value needs no escaping: a time, a rule, an id.
    ///
    /// - Parameter name: with its parameters.
    package mutating func line(_ name: String, _ value: String) {
        var count = 0
        for character in "\(name):\(value)".unicodeScalars {
            let bytes = UTF8.width(character)
            if count + bytes > CalendarWriter.mostBytes {
                text += "\r\n "
                count = 1
            }
            text.unicodeScalars.append(character)
            count += bytes
        }
        text += "\r\n"
    }

    /// Writes a text on one line, escaped (RFC 5545, section 3.3.11).
    package mutating func text(_ name: String, _ value: String) {
        var escaped = ""
        for character in value.onOneLine.unicodeScalars {
            switch character {
            case "\\", ";", ",": escaped += "\\\(character)"
            default: escaped.unicodeScalars.append(character)
            }
        }
        line(name, escaped)
    }

    /// Writes a component around what a body writes.
    package mutating func component(_ name: String, _ body: (inout CalendarWriter) -> Void) {
        line("BEGIN", name)
        body(&self)
        line("END", name)
    }

    /// A value of a parameter, in quotes. It can't contain quotes and control characters.
    package static func quoted(_ value: String) -> String {
        let scalars = value.unicodeScalars.map { $0 == "\"" ? "'" : $0 }.filter { $0.value >= 32 && $0.value != 127 }
        return "\"\(String(String.UnicodeScalarView(scalars)))\""
    }
}

extension Timestamp {
    /// The form `20260105T190000Z`, to the second.
    package var inCalendar: String {
        "\("\(self)".prefix(19).filter { $0 != "-" && $0 != ":" })Z"
    }
}

extension CalendarDate {
    /// The form `20260105`.
    package var inCalendar: String { "\(self)".filter { $0 != "-" } }
}
