import TextEncodings

/// Facts of the file format, as SQLCipher 3 writes it.
package enum Cipher {
    /// The one version that was measured and tested; its traps are handled, those of others are not known.
    package static let supportedVersion = "3.4.1"
    static let pageSize = 4096
    static let saltLength = 16
    static let plaintextMagic = Array("SQLite format 3\0".utf8)
}

/// A raw key: 32 bytes of key and the 16 bytes of salt that the file begins with.
///
/// Raw, since a passphrase costs 24 ms a connection; with its salt, so that a key and a file that do not belong
/// together are told apart by reading 16 bytes, before SQLite touches the file or its WAL.
package struct CipherKey: Sendable {
    private let bytes: [UInt8]

    package static let length = 48

    /// - Throws: `OpeningError.keyLength` unless there are exactly 48 bytes.
    package init(_ bytes: [UInt8]) throws(OpeningError) {
        guard bytes.count == CipherKey.length else { throw .keyLength(bytes.count) }
        self.bytes = bytes
    }

    var salt: ArraySlice<UInt8> { bytes.suffix(Cipher.saltLength) }

    /// `x'…'` with 96 hexadecimal digits, the form that SQLCipher takes as a raw key with salt.
    var literal: [UInt8] { Array("x'\(hexadecimal(bytes))'".utf8) }
}
