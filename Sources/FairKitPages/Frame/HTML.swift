import QRCode

/// Markup. Only literals of the source code, and other markup, are copied as they are; every interpolated text is escaped,
/// byte by byte. See decision 0158.
///
/// A value of an attribute stands between double quotes, and an address is a `Link`, which `\(to:)` writes. A test reads the
/// sources for both.
package struct HTML: ExpressibleByStringInterpolation, Sendable, Equatable {
    /// UTF-8.
    package private(set) var bytes: [UInt8]

    package init(stringLiteral value: String) { bytes = Array(value.utf8) }

    package init(stringInterpolation: StringInterpolation) { bytes = stringInterpolation.bytes }

    /// A drawing that this program made.
    init(drawing code: QRCode) { self.init(stringLiteral: code.svg) }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var bytes: [UInt8] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            bytes.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        package mutating func appendLiteral(_ literal: String) { bytes += literal.utf8 }

        /// Appends a text, escaped for the text of an element and for a value between quotes.
        package mutating func appendInterpolation(_ text: some StringProtocol) {
            for byte in text.utf8 {
                switch byte {
                case UInt8(ascii: "&"): bytes += "&amp;".utf8
                case UInt8(ascii: "<"): bytes += "&lt;".utf8
                case UInt8(ascii: ">"): bytes += "&gt;".utf8
                case UInt8(ascii: "\""): bytes += "&quot;".utf8
                case UInt8(ascii: "'"): bytes += "&#39;".utf8
                default: bytes.append(byte)
                }
            }
        }

        package mutating func appendInterpolation(_ number: Int) { bytes += "\(number)".utf8 }

        package mutating func appendInterpolation(_ markup: HTML) { bytes += markup.bytes }

        /// Appends markup; nothing for nil.
        package mutating func appendInterpolation(_ markup: HTML?) { bytes += markup?.bytes ?? [] }

        /// Appends markup where a condition holds.
        package mutating func appendInterpolation(_ markup: HTML, if isShown: Bool) {
            if isShown { bytes += markup.bytes }
        }

        package mutating func appendInterpolation(_ parts: [HTML]) { for part in parts { bytes += part.bytes } }

        /// Appends an address.
        package mutating func appendInterpolation(to link: Link) { appendInterpolation(link.text) }
    }
}
