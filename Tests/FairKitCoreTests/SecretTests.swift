import FairKitCore
import Testing

@Suite struct `A secret` {
    @Test(arguments: [UInt8(0), 1, 63, 0xfb, 0xff])
    func `round-trips through its text`(byte: UInt8) throws {
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
    func `is not read from a malformed text`(text: String) {
        #expect(APIKeySecret(text) == nil)
    }

    @Test func `is only of the kind that its prefix names`() throws {
        let bytes = [UInt8](repeating: 9, count: 32)
        let texts = [
            try #require(APIKeySecret(bytes: bytes)).text, try #require(ShareSecret(bytes: bytes)).text,
            try #require(RefreshSecret(bytes: bytes)).text, try #require(InvitationSecret(bytes: bytes)).text,
            try #require(ChallengeSecret(bytes: bytes)).text,
        ]
        #expect(texts.map { $0.prefix(3) } == ["fk_", "fs_", "fr_", "fi_", "fc_"])
        #expect(texts.map { APIKeySecret($0) != nil } == [true, false, false, false, false])
        #expect(texts.map { ShareSecret($0) != nil } == [false, true, false, false, false])
        #expect(texts.map { RefreshSecret($0) != nil } == [false, false, true, false, false])
        #expect(texts.map { InvitationSecret($0) != nil } == [false, false, false, true, false])
        #expect(texts.map { ChallengeSecret($0) != nil } == [false, false, false, false, true])
    }

    @Test func `is drawn from as many random bytes as it contains`() {
        let secret = RefreshSecret.draw { [UInt8](repeating: UInt8($0), count: $0) }
        #expect(secret.bytes == [UInt8](repeating: 32, count: 32))
    }

    @Test func `shows only its kind when logged or dumped`() throws {
        let secret = try #require(APIKeySecret(bytes: [UInt8](repeating: 5, count: 32)))
        var dumped = ""
        dump(secret, to: &dumped)
        #expect("\(secret)" == "fk_…")
        #expect(String(reflecting: secret) == "fk_…")
        #expect(!dumped.contains("5"))
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
