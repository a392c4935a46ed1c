import KeyRing
import Testing

@Suite struct `An Ed25519 signature` {
    struct Vector: Sendable {
        let seed, publicKey, message, signature: String
    }

    /// RFC 8032, section 7.1, tests 1 to 3.
    static let vectors = [
        Vector(
            seed: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            publicKey: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", message: "",
            signature:
                "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
                + "d25bf5f0595bbe24655141438e7a100b"),
        Vector(
            seed: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            publicKey: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", message: "72",
            signature:
                "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
                + "387b2eaeb4302aeeb00d291612bb0c00"),
        Vector(
            seed: "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            publicKey: "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", message: "af82",
            signature:
                "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
                + "4a7c15e9716ed28dc027beceea1ec40a"),
    ]

    @Test(arguments: vectors) func `equals the standard's`(vector: Vector) throws {
        let seed = bytes(vector.seed)
        #expect(try Ed25519.publicKey(of: seed) == bytes(vector.publicKey))
        #expect(try Ed25519.signature(of: bytes(vector.message), by: seed) == bytes(vector.signature))
    }

    @Test(arguments: vectors) func `is valid for its message and key only`(vector: Vector) throws {
        let (message, key) = (bytes(vector.message), bytes(vector.publicKey))
        let signature = bytes(vector.signature)
        #expect(try Ed25519.isSignature(signature, of: message, by: key))
        #expect(try !Ed25519.isSignature(signature, of: message + [0], by: key))
        #expect(try !Ed25519.isSignature(Array(signature.dropLast()), of: message, by: key))
        #expect(try !Ed25519.isSignature(signature, of: message, by: Array(key.dropLast())))
        let other = Self.vectors.first { $0.seed != vector.seed }.map { bytes($0.publicKey) } ?? []
        #expect(try !Ed25519.isSignature(signature, of: message, by: other))
        for place in signature.indices {
            var changed = signature
            changed[place] ^= 1
            #expect(try !Ed25519.isSignature(changed, of: message, by: key), "byte \(place)")
        }
    }

    @Test(arguments: [0, 31, 33]) func `needs a seed of 32 bytes`(count: Int) {
        #expect(throws: KeyError.self) { try Ed25519.publicKey(of: [UInt8](repeating: 1, count: count)) }
    }

    private func bytes(_ text: String) -> [UInt8] {
        var rest = text[...]
        var bytes: [UInt8] = []
        while !rest.isEmpty {
            bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}
