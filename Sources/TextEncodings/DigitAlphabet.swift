/// An alphabet of 16, 32 or 64 digits, in which bytes are written without padding, the most significant bits first (RFC 4648).
struct DigitAlphabet: Sendable {
    private let digits: [UInt8]
    /// The value of each ASCII character; `none` if it is no digit.
    private let values: [UInt8]
    /// How many bits a digit holds.
    private let width: Int

    private static let none: UInt8 = 255

    /// - Parameters:
    ///   - text: the digits in the order of their values.
    ///   - variants: the same digits in another spelling, which are read as well.
    init(_ text: String, alsoReading variants: String = "") {
        digits = Array(text.utf8)
        width = digits.count.trailingZeroBitCount
        var values = [UInt8](repeating: DigitAlphabet.none, count: 256)
        for spelling in [text, variants] {
            for (value, digit) in spelling.utf8.enumerated() { values[Int(digit)] = UInt8(value) }
        }
        self.values = values
    }

    func text(of bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.underestimatedCount * 8 + width - 1) / width)
        append(bytes, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends bytes to a text with enough capacity, so that no copy of them is left elsewhere in memory.
    func append(_ bytes: some Sequence<UInt8>, to text: inout [UInt8]) {
        var (bits, count) = (0, 0)
        for byte in bytes {
            bits = (bits << 8 | Int(byte)) & 0xffff
            count += 8
            while count >= width {
                count -= width
                text.append(digits[bits >> count & (digits.count - 1)])
            }
        }
        if count > 0 { text.append(digits[bits << (width - count) & (digits.count - 1)]) }
    }

    /// The bytes of a text; nil if it holds another character or is not canonical: too many digits, or nonzero bits at
    /// its end.
    func bytes(of text: some StringProtocol) -> [UInt8]? { bytes(ofDigits: text.utf8) }

    func bytes(ofDigits digits: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count * width / 8)
        var (bits, count) = (0, 0)
        for digit in digits {
            let value = values[Int(digit)]
            guard value != DigitAlphabet.none else { return nil }
            bits = (bits << width | Int(value)) & 0xffff
            count += width
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        guard count < width, bits & (1 << count - 1) == 0 else { return nil }
        return bytes
    }
}
