private let base16 = DigitAlphabet("0123456789abcdef", alsoReading: "0123456789ABCDEF")
private let base32Digits = DigitAlphabet("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
private let base64Digits = DigitAlphabet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
private let base64URLDigits = DigitAlphabet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

/// Bytes in lower-case hexadecimal digits.
package func hexadecimal(_ bytes: some Sequence<UInt8>) -> String { base16.text(of: bytes) }

/// Appends hexadecimal digits to a text with enough capacity, so that no copy of a secret is left elsewhere in memory.
package func appendHexadecimal(_ bytes: some Sequence<UInt8>, to text: inout [UInt8]) {
    base16.append(bytes, to: &text)
}

/// The bytes of hexadecimal digits in a file; nil for any other text.
package func bytes(hexadecimalDigits digits: some Collection<UInt8>) -> [UInt8]? { base16.bytes(ofDigits: digits) }

/// The bytes of hexadecimal digits, lower-case or upper-case; nil for any other text.
package func bytes(hexadecimal text: some StringProtocol) -> [UInt8]? { base16.bytes(of: text) }

/// Bytes in base32 without padding (RFC 4648, section 6).
package func base32(_ bytes: some Sequence<UInt8>) -> String { base32Digits.text(of: bytes) }

/// The bytes of a text; nil unless it is exactly what `base32` produces.
package func bytes(base32 text: some StringProtocol) -> [UInt8]? { base32Digits.bytes(of: text) }

/// Bytes in base64 with its padding (RFC 4648, section 4).
package func base64(_ bytes: some Sequence<UInt8>) -> String {
    let text = base64Digits.text(of: bytes)
    return text + String(repeating: "=", count: -text.utf8.count & 3)
}

/// Bytes in base64url without padding (RFC 4648, section 5).
package func base64URL(_ bytes: some Sequence<UInt8>) -> String { base64URLDigits.text(of: bytes) }

/// The bytes of a text; nil unless it is exactly what `base64URL` produces: padding, other alphabets and loose bits at
/// the end are refused.
package func bytes(base64URL text: some StringProtocol) -> [UInt8]? { base64URLDigits.bytes(of: text) }
