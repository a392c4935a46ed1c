import KeyRing
import TestKeys
import Testing
import TextEncodings

@Suite struct `A key on P-256` {
    /// RFC 8291, appendix A.
    private static let scalar = bytes(base64URL: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw") ?? []
    private static let point =
        bytes(base64URL: "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8")
        ?? []
    private static let browserScalar = bytes(base64URL: "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94") ?? []
    private static let secret = bytes(base64URL: "kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs") ?? []

    @Test func `has the public key of RFC 8291, from its number and from both kinds of PEM`() throws {
        #expect(try P256PrivateKey(scalar: Self.scalar).publicKey.bytes == Self.point)
        #expect(try P256PrivateKey(pem: Array(PEM.p256.utf8)).publicKey.bytes == Self.point)
        #expect(try P256PrivateKey(pem: Array(PEM.sec1.utf8)).publicKey.bytes == Self.point)
    }

    @Test func `is refused if the text holds another key, or none`() {
        let texts = [
            PEM.rsa, PEM.p384, PEM.ed25519, PEM.publicKey, PEM.encrypted, "", "-----BEGIN PRIVATE KEY-----",
            String(PEM.p256.dropLast(40)), PEM.p256.replacing("MIGHAgEAMBMG", with: "MIGHAgEAMBMH"),
        ]
        for (index, text) in texts.enumerated() {
            #expect(throws: P256PrivateKey.Malformed(), "text \(index)") { try P256PrivateKey(pem: Array(text.utf8)) }
        }
    }

    @Test(arguments: [[], [1], [UInt8](repeating: 0, count: 32), [UInt8](repeating: 255, count: 32)])
    func `has a number of 32 bytes, between zero and the order of the curve`(scalar: [UInt8]) {
        #expect(throws: P256PrivateKey.Malformed()) { try P256PrivateKey(scalar: scalar) }
    }

    @Test func `agrees on the secret of RFC 8291, from both sides`() throws {
        let (server, browser) = (
            try P256PrivateKey(scalar: Self.scalar), try P256PrivateKey(scalar: Self.browserScalar)
        )
        #expect(try server.sharedSecret(with: browser.publicKey).bytes == Self.secret)
        #expect(try browser.sharedSecret(with: server.publicKey).bytes == Self.secret)
    }

    @Test func `signs in 64 bytes, however small the numbers are`() throws {
        let key = try P256PrivateKey(scalar: Self.scalar)
        let signatures = try (0..<600).map { _ in try key.signature(of: [1, 2, 3]) }
        #expect(signatures.allSatisfy { $0.count == P256PrivateKey.signatureLength })
        // Each has a random part. One of 256 numbers begins with a zero, which DER leaves out.
        #expect(Set(signatures).count == 600)
    }

    @Test func `is made at random, and read again from its text`() throws {
        let (one, other) = (try P256PrivateKey.random(), try P256PrivateKey.random())
        #expect(one.publicKey.bytes != other.publicKey.bytes)
        let text = try one.pem().bytes
        #expect(String(decoding: text, as: UTF8.self).hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        #expect(try P256PrivateKey(pem: text).publicKey.bytes == one.publicKey.bytes)
    }

    @Test func `can't be a point that is not on the curve, or in another form`() throws {
        #expect(P256PublicKey(Self.point)?.bytes == Self.point)
        var moved = Self.point
        moved[64] ^= 1
        let compressed = [3] + Self.point[1...32]
        var hybrid = Self.point
        hybrid[0] = 7
        let zero = [4] + [UInt8](repeating: 0, count: 64)
        for bytes in [moved, compressed, hybrid, zero, [], [0], Self.point + [0], Array(Self.point.dropLast())] {
            #expect(P256PublicKey(bytes) == nil, "\(bytes.count) bytes")
        }
    }
}
