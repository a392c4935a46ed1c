import KeyRing
import SQLCipher

/// The secret that seals one tenant's audit log, as its database uses it.
struct AuditSeal: Seal {
    let key: AuditKey

    var owner: String { key.tenant }

    func mac(of message: [UInt8]) throws(DatabaseError) -> [UInt8] {
        try sealing { () throws(KeyError) in try key.mac(of: message) }
    }

    func signature(of message: [UInt8]) throws(DatabaseError) -> [UInt8] {
        try sealing { () throws(KeyError) in try key.signature(of: message) }
    }

    func isSignature(_ signature: [UInt8], of message: [UInt8]) throws(DatabaseError) -> Bool {
        try sealing { () throws(KeyError) in try key.signed(message, with: signature) }
    }

    /// Turns a failure of cryptography into one of the write that needs it.
    private func sealing<T>(_ body: () throws(KeyError) -> T) throws(DatabaseError) -> T {
        do throws(KeyError) { return try body() } catch { throw .unsealed("\(error)") }
    }
}
