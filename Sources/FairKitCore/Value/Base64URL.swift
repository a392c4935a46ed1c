import FoundationEssentials

/// Bytes in base64url without padding (RFC 4648, section 5).
package func base64URL(_ bytes: [UInt8]) -> String {
    let base64 = Data(bytes).base64EncodedString()
    return String(base64.filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
}

/// The bytes of a text; nil if it is not the one text that `base64URL` makes of its bytes: other alphabets and loose bits at the end
/// are none.
package func bytes(base64URL text: some StringProtocol) -> [UInt8]? {
    let base64 = text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
    let padding = String(repeating: "=", count: (4 - base64.count % 4) % 4)
    guard let data = Data(base64Encoded: String(base64) + padding) else { return nil }
    let bytes = Array(data)
    return base64URL(bytes) == String(text) ? bytes : nil
}
