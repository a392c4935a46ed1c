import COpenSSL

/// Bytes of a key, which are written over with zeros when the last holder gives them up.
///
/// An array is shared, and not copied, as long as nobody writes to it: so to hand `bytes` to a call leaves no second copy behind. What makes
/// other bytes of them (a slice, a text) does, and puts those in a value of its own.
package final class WipedBytes: Sendable {
    /// Written in `deinit` alone, when nobody else is left.
    nonisolated(unsafe) private var kept: [UInt8]

    /// - Parameter bytes: are given up by the caller; where it keeps them, they are not written over.
    package init(_ bytes: consuming [UInt8]) { unsafe kept = bytes }

    /// The key, to be used at once.
    package var bytes: [UInt8] { unsafe kept }

    deinit {
        unsafe kept.withUnsafeMutableBytes { unsafe OPENSSL_cleanse($0.baseAddress, $0.count) }
    }
}
