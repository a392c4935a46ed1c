import FairKitCore
import Testing

@Suite struct `An API key's secret` {
    @Test(arguments: [UInt8(0), 1, 63, 0xfb, 0xff])
    func `comes back from its text`(byte: UInt8) throws {
        let secret = try #require(APIKeySecret(bytes: [UInt8](repeating: byte, count: 32)))
        #expect(secret.text.utf8.count == 46)
        #expect(secret.text.hasPrefix("fk_"))
        #expect(secret.text.dropFirst(3).utf8.allSatisfy { Self.alphabet.contains($0) })
        #expect(APIKeySecret(secret.text)?.bytes == secret.bytes)
    }

    @Test func `is base64url of its bytes`() throws {
        let secret = try #require(APIKeySecret(bytes: (0..<32).map { UInt8($0 * 8 + 7) }))
        #expect(secret.text == "fk_Bw8XHycvNz9HT1dfZ293f4ePl5-nr7e_x8_X3-fv9_8")
    }

    @Test(arguments: [0, 31, 33, 48])
    func `has 32 bytes`(count: Int) {
        #expect(APIKeySecret(bytes: [UInt8](repeating: 7, count: count)) == nil)
    }

    @Test(arguments: [
        "", "fk_", "fk_Bw8XHycvNz9HT1dfZ293f4ePl5-nr7e_x8_X3-fv9_", "fk_Bw8XHycvNz9HT1dfZ293f4ePl5-nr7e_x8_X3-fv9_88",
        "fx_Bw8XHycvNz9HT1dfZ293f4ePl5-nr7e_x8_X3-fv9_8", "Bw8XHycvNz9HT1dfZ293f4ePl5-nr7e_x8_X3-fv9_8",
        "fk_Bw8XHycvNz9HT1dfZ29 f4ePl5-nr7e_x8_X3-fv9_8", "fk_Bw8XHycvNz9HT1dfZ29=f4ePl5-nr7e_x8_X3-fv9_8",
        "FK_Bw8XHycvNz9HT1dfZ293f4ePl5-nr7e_x8_X3-fv9_8", "fk_Bw8XHycvNz9HT1dfZ29éf4ePl5-nr7e_x8_X3-fv9_",
        "fk_Bw8XHycvNz9HT1dfZ29\n3f4ePl5-nr7e_x8_X3-fv9_",
    ])
    func `is nothing else`(text: String) {
        #expect(APIKeySecret(text) == nil)
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
