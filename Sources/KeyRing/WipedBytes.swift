import COpenSSL

/// Key bytes that are zeroed when their last owner is released.
///
/// An array is shared, not copied, until it is written to: passing `bytes` to a call leaves no second copy. A
/// conversion to other bytes (a slice, a text) does, and has to be wiped by a value of its own.
package final class WipedBytes: Sendable {
    /// Written only in `deinit`, when no other reference is left.
    nonisolated(unsafe) private var kept: [UInt8]

    /// - Parameter bytes: consumed; if the caller keeps them, they are not zeroed.
    package init(_ bytes: consuming [UInt8]) { unsafe kept = bytes }

    /// The key, for immediate use.
    package var bytes: [UInt8] { unsafe kept }

    deinit {
        unsafe kept.withUnsafeMutableBytes { unsafe OPENSSL_cleanse($0.baseAddress, $0.count) }
    }
}
