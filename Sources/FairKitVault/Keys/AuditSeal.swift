package import KeyRing
package import Relational

/// The seal of one tenant's audit log, for its database.
package struct AuditSeal: Seal {
    /// The secret.
    package let key: AuditKey

    /// The seal made with a secret.
    package init(key: AuditKey) { self.key = key }

    package var owner: String { key.tenant }

    package func mac(of message: [UInt8]) throws(DatabaseError) -> [UInt8] {
        try sealing { () throws(KeyError) in try key.mac(of: message) }
    }

    package func signature(of message: [UInt8]) throws(DatabaseError) -> [UInt8] {
        try sealing { () throws(KeyError) in try key.signature(of: message) }
    }

    package func isSignature(_ signature: [UInt8], of message: [UInt8]) throws(DatabaseError) -> Bool {
        try sealing { () throws(KeyError) in try key.signed(message, with: signature) }
    }

    /// Translates a cryptographic failure into an error of the write that needs it.
    private func sealing<T>(_ body: () throws(KeyError) -> T) throws(DatabaseError) -> T {
        do throws(KeyError) { return try body() } catch { throw .unsealed("\(error)") }
    }
}
