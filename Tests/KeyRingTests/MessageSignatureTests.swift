import KeyRing
import Testing

@Suite struct `A message signature` {
    /// The first was computed with Python's hmac; the others are from RFC 4231, sections 4.2, 4.3 and 4.7; the last is
    /// Python's, too.
    @Test(arguments: [
        (
            #"1795262400.{"type":"alert.raised"}"#, [UInt8](0..<32),
            "18663888f0869f7c2ab36bc79db2546ce4ed1e1767183a0cad3e393cf92fa235"
        ),
        (
            "what do ya want for nothing?", Array("Jefe".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            "Hi There", [UInt8](repeating: 0x0b, count: 20),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            "Test Using Larger Than Block-Size Key - Hash Key First", [UInt8](repeating: 0xaa, count: 131),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        ("", [], "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
    ])
    func `equals that of other implementations`(message: String, secret: [UInt8], expected: String) throws {
        let digest = try signature(of: Array(message.utf8), by: secret)
        #expect(digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
    }
}
