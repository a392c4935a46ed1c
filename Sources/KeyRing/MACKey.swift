import COpenSSL
import Synchronization

/// A key of HMAC-SHA-256 for many messages: OpenSSL reads it once.
final class MACKey: Sendable {
    /// The key itself, for its owner to store.
    let secret: WipedBytes
    /// nil: there was no message yet.
    private let prepared = Mutex<PreparedMAC?>(nil)

    init(_ secret: WipedBytes) { self.secret = secret }

    /// The code of a message.
    func code(of message: [UInt8]) throws(KeyError) -> [UInt8] {
        let prepared = try prepared.withLock { prepared throws(KeyError) in
            if let prepared { return prepared }
            let made = try PreparedMAC(secret.bytes, .sha256)
            prepared = made
            return made
        }
        return try prepared.code(of: message)
    }
}

/// HMAC (RFC 2104) after the key. Each message begins with a copy, so many threads may use it at a time.
@safe final class PreparedMAC: Sendable {
    nonisolated(unsafe) private let context: OpaquePointer
    private let hash: OpenSSL.Hash

    init(_ key: [UInt8], _ hash: OpenSSL.Hash) throws(KeyError) {
        guard let context = unsafe fairkit_new_hmac(hash.rawValue, key, key.count) else {
            throw .cryptography(operation: "HMAC")
        }
        unsafe self.context = context
        self.hash = hash
    }

    deinit { unsafe EVP_MAC_CTX_free(context) }

    func code(of message: [UInt8]) throws(KeyError) -> [UInt8] {
        let copy = unsafe EVP_MAC_CTX_dup(context)
        defer { unsafe EVP_MAC_CTX_free(copy) }
        var code = [UInt8](repeating: 0, count: hash.length)
        var count = 0
        guard unsafe copy != nil, unsafe EVP_MAC_update(copy, message, message.count) == 1,
            unsafe EVP_MAC_final(copy, &code, &count, code.count) == 1, count == code.count
        else { throw .cryptography(operation: "HMAC") }
        return code
    }
}
