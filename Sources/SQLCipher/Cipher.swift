import Glibc
import TextEncodings

/// The file format, as SQLCipher 3 writes it.
package enum Cipher {
    /// The only version that was measured and tested. Its pitfalls are handled; those of other versions are unknown.
    package static let supportedVersion = "3.4.1"
    static let pageSize = 4096
    static let saltLength = 16
    static let plaintextMagic = Array("SQLite format 3\0".utf8)
}

/// A raw key: 32 bytes of key and the 16 bytes of salt with which the file begins.
///
/// It is raw, since a passphrase costs 24 ms per connection. It includes the salt, so that a mismatch of key and file
/// shows in the first 16 bytes, before SQLite touches the file or its WAL.
package struct CipherKey: Sendable {
    private let secret: Secret
    private var bytes: [UInt8] { secret.bytes }

    package static let length = 48

    /// The key's bytes, which are zeroed when their last owner is released.
    private final class Secret: Sendable {
        /// Written only in `deinit`, when no other reference is left.
        nonisolated(unsafe) private var kept: [UInt8]
        var bytes: [UInt8] { unsafe kept }

        init(_ bytes: [UInt8]) { unsafe kept = bytes }

        deinit {
            unsafe kept.withUnsafeMutableBytes { memory in
                guard let start = memory.baseAddress else { return }
                unsafe explicit_bzero(start, memory.count)
            }
        }
    }

    /// - Throws: `OpeningError.keyLength` unless there are exactly 48 bytes.
    package init(_ bytes: [UInt8]) throws(OpeningError) {
        guard bytes.count == CipherKey.length else { throw .keyLength(bytes.count) }
        // A copy of its own, since the caller may keep its array.
        secret = Secret(bytes.map(\.self))
    }

    var salt: ArraySlice<UInt8> { bytes.suffix(Cipher.saltLength) }

    /// `x'…'` with 96 hexadecimal digits, the form of a raw key with salt in SQLCipher. The caller zeroes it; no other
    /// text contains the key.
    var literal: [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.count + 3)
        text += [UInt8(ascii: "x"), UInt8(ascii: "'")]
        appendHexadecimal(bytes, to: &text)
        text.append(UInt8(ascii: "'"))
        return text
    }
}
