import KeyRing
import Testing

@Suite struct `A message signature` {
    /// The second is from RFC 4231, section 4.3; the first was computed with Python's hmac.
    @Test(arguments: [
        (
            #"1795262400.{"type":"alert.raised"}"#, [UInt8](0..<32),
            "18663888f0869f7c2ab36bc79db2546ce4ed1e1767183a0cad3e393cf92fa235"
        ),
        (
            "what do ya want for nothing?", Array("Jefe".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
    ])
    func `equals that of other implementations`(message: String, secret: [UInt8], expected: String) throws {
        let digest = try signature(of: Array(message.utf8), by: secret)
        #expect(digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
    }
}
