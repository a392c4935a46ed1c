/// Writes a short text of ASCII characters into the place where it stays, without pieces in between: ids, dates and times stand in each
/// row of a list.
@safe struct ASCIIText: ~Copyable {
    private let place: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    private init(_ place: UnsafeMutableBufferPointer<UInt8>) { unsafe self.place = unsafe place }

    /// - Parameter capacity: of how many characters it has room; what comes after them is left out.
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

    /// A number that is not negative, with so many digits at least.
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

    /// A byte as two hexadecimal digits, in small letters.
    mutating func append(hexadecimal byte: UInt8) {
        append(ASCIIText.hexadecimal(byte >> 4))
        append(ASCIIText.hexadecimal(byte & 15))
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
}
