extension TenantKeys {
    /// The secrets that a tenant keeps wherever its data is: that of its audit log, and the keys of its digests. Its
    /// file's key is not among them.
    /// - Throws: `auditKeyMissing` in keys from before audit logs were sealed.
    package var moving: WipedBytes {
        get throws(KeyError) {
            guard let audit else { throw .auditKeyMissing(path: "key.json") }
            var secrets: [UInt8] = []
            let digests = try digests.stored.bytes
            // A growing array would leave copies behind.
            secrets.reserveCapacity(AuditKey.length + digests.count)
            secrets += audit.stored.bytes
            secrets += digests
            return WipedBytes(secrets)
        }
    }

    /// The keys of a tenant that was moved here, with a new key for its file.
    /// - Parameters:
    ///   - secrets: the value of `moving`.
    ///   - owner: as whose its audit log was sealed.
    /// - Returns: nil if the secrets have a size that they never have.
    package static func moved(_ secrets: WipedBytes, sealedAs owner: String) throws(KeyError) -> TenantKeys? {
        let bytes = secrets.bytes
        let digests = WipedBytes(Array(bytes.dropFirst(AuditKey.length)))
        guard bytes.count > AuditKey.length, DigestKeys.isStored(digests.bytes.count) else { return nil }
        let key = try TenantKey.random()
        return TenantKeys(
            key: key, audit: try AuditKey(WipedBytes(Array(bytes.prefix(AuditKey.length))), tenant: owner),
            ownDigests: try DigestKeys(stored: digests, of: key))
    }
}
