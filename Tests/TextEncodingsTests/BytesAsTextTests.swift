import Testing
import TextEncodings

@Suite struct `Bytes as text` {
    /// The test vectors of RFC 4648, section 10, without their padding.
    @Test(arguments: [
        ("", "", "", ""), ("f", "66", "MY", "Zg"), ("fo", "666f", "MZXQ", "Zm8"), ("foo", "666f6f", "MZXW6", "Zm9v"),
        ("foob", "666f6f62", "MZXW6YQ", "Zm9vYg"), ("fooba", "666f6f6261", "MZXW6YTB", "Zm9vYmE"),
        ("foobar", "666f6f626172", "MZXW6YTBOI", "Zm9vYmFy"),
    ])
    func `match RFC 4648`(text: String, hex: String, base32Text: String, base64Text: String) {
        let plain = Array(text.utf8)
        #expect(hexadecimal(plain) == hex)
        #expect(base32(plain) == base32Text)
        #expect(base64URL(plain) == base64Text)
        #expect(base64(plain) == base64Text + String(repeating: "=", count: (4 - base64Text.count % 4) % 4))
        #expect(bytes(hexadecimal: hex) == plain)
        #expect(bytes(base32: base32Text) == plain)
        #expect(bytes(base64URL: base64Text) == plain)
    }

    @Test func `survive a round trip`() {
        let all = (0..<256).map { UInt8($0) }
        for count in 0...256 {
            let some = all.suffix(count)
            #expect(bytes(hexadecimal: hexadecimal(some)) == Array(some))
            #expect(bytes(base32: base32(some)) == Array(some))
            #expect(bytes(base64URL: base64URL(some)) == Array(some))
        }
    }

    @Test func `use the two digits of base64url that are safe in a path`() {
        #expect(base64URL([0xfb, 0xef, 0xff]) == "--__")
        #expect(base64([0xfb, 0xef, 0xff]) == "++//")
    }

    @Test func `are read from upper-case hexadecimal digits, too`() {
        #expect(bytes(hexadecimal: "DEadBEef") == [0xde, 0xad, 0xbe, 0xef])
    }

    @Test(arguments: ["0", "0g", "12 34", "é0", "１２", "-1", "0x12"])
    func `are not read from other text than hexadecimal`(text: String) {
        #expect(bytes(hexadecimal: text) == nil)
    }

    @Test(arguments: ["M", "MZX", "MZXW6Y", "my", "M1", "MZ======", "MZ", "MY "])
    func `are not read from noncanonical base32`(text: String) {
        #expect(bytes(base32: text) == nil)
    }

    @Test(arguments: ["Z", "Zg==", "Zh", "Zm9", "Zm+v", "Zm/v", "Zm9v\n", "é"])
    func `are not read from noncanonical base64url`(text: String) {
        #expect(bytes(base64URL: text) == nil)
    }
}
