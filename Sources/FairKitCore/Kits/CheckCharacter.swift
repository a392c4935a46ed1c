/// ISO/IEC 7064 MOD 37,36: a check character over 0–9 and A–Z that catches every single substitution and nearly
/// every transposition of two neighbours.
enum CheckCharacter {
    /// - Parameter text: digits and capital letters only; nil if there is anything else.
    static func modulo37and36(_ text: some Sequence<UInt8>) -> UInt8? {
        var product = 36
        for character in text {
            guard let value = value(of: character) else { return nil }
            let sum = (product + value) % 36
            product = (sum == 0 ? 36 : sum) * 2 % 37
        }
        let value = UInt8((37 - product) % 36)
        return value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    private static func value(of character: UInt8) -> Int? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(character - UInt8(ascii: "0"))
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(character - UInt8(ascii: "A")) + 10
        default: nil
        }
    }
}
