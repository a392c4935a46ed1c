/// ISO/IEC 7064 MOD 37,36: a check character over 0–9 and A–Z that catches every single substitution and nearly
/// every transposition of two neighbours.
enum CheckCharacter {
    private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)

    /// - Parameter text: digits and capital letters only; nil if there is anything else.
    static func modulo37and36(_ text: some Sequence<UInt8>) -> UInt8? {
        var product = 36
        for character in text {
            guard let value = alphabet.firstIndex(of: character) else { return nil }
            let sum = (product + value) % 36
            product = (sum == 0 ? 36 : sum) * 2 % 37
        }
        return alphabet[(37 - product) % 36]
    }
}
