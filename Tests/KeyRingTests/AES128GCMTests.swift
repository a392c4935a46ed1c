import KeyRing
import Testing
import TextEncodings

@Suite struct `Encryption for receivers` {
    /// The GCM specification's test case 3.
    @Test func `equals the standard's`() throws {
        let plaintext =
            "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
            + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255"
        let sealed =
            "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e"
            + "21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091473f5985" + "4d5c2af327cd64a62cf35abd2ba6fab4"
        let key = bytes(hexadecimal: "feffe9928665731c6d6a8f9467308308") ?? []
        let nonce = bytes(hexadecimal: "cafebabefacedbaddecaf888") ?? []
        let text = bytes(hexadecimal: plaintext) ?? []
        #expect(hexadecimal(try AES128GCM.seal(text, key: key, nonce: nonce)) == sealed)
        #expect(throws: KeyError.self) { try AES128GCM.seal(text, key: key + key, nonce: nonce) }
        #expect(throws: KeyError.self) { try AES128GCM.seal(text, key: key, nonce: Array(nonce.dropLast())) }
    }

    /// RFC 5869, appendix A.1. Its 42 bytes begin with the first block.
    @Test func `derives its keys as HKDF says`() throws {
        let key = try HKDF.key(
            from: [UInt8](repeating: 0x0b, count: 22), salt: Array(0...12), info: Array(0xf0...0xf9), length: 32)
        #expect(hexadecimal(key.bytes) == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf")
        #expect(throws: KeyError.self) { try HKDF.key(from: [1], salt: [], info: [], length: 33) }
    }
}
