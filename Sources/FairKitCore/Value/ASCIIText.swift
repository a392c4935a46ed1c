/// Writes a short ASCII text directly into its final place, without intermediate strings: every row of a list has ids,
/// dates and times.
@safe struct ASCIIText: ~Copyable {
    private let place: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    private init(_ place: UnsafeMutableBufferPointer<UInt8>) { unsafe self.place = unsafe place }

    /// - Parameter capacity: the most characters; the rest is dropped.
    static func string(capacity: Int, _ write: (inout ASCIIText) -> Void) -> String {
        unsafe String(unsafeUninitializedCapacity: capacity) { place in
            var text = unsafe ASCIIText(place)
            write(&text)
            return text.count
        }
    }

    mutating func append(_ character: UInt8) {
        guard unsafe count < place.count else { return }
        unsafe place[count] = character
        count += 1
    }

    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { characters in
            for index in characters.indices { append(unsafe characters[index]) }
        }
    }

    /// Appends a number that is not negative, with at least this many digits.
    mutating func append(_ number: some BinaryInteger, digits width: Int = 1) {
        let number = UInt64(clamping: number)
        var (divisor, digits): (UInt64, Int) = (1, 1)
        while number / divisor >= 10 || digits < width {
            divisor *= 10
            digits += 1
        }
        while divisor > 0 {
            append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
    }

    /// Appends a byte as two lower-case hexadecimal digits.
    mutating func append(hexadecimal byte: UInt8) {
        append(ASCIIText.hexadecimal(byte >> 4))
        append(ASCIIText.hexadecimal(byte & 15))
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
}
