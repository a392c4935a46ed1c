/// The keys of a tenant's stored digests: one HMAC key for each purpose.
///
/// They are derived from the key of the tenant's file. They stay the same when the file gets another key, since the
/// digested secrets are not stored, and the old key can't be derived from them. See the decision
/// `0055-keys-are-changed-in-steps`.
package struct DigestKeys: Sendable {
    /// In the order of `TenantKey.Purpose`.
    private let keys: [MACKey]

    private static let length = 32
    /// The size of all keys together as they are stored.
    static var storedLength: Int { TenantKey.Purpose.allCases.count * length }

    /// Derives the keys by HMAC-SHA-256, as in the expand step of HKDF (RFC 5869, one block).
    package init(of key: TenantKey) throws(KeyError) {
        var keys: [MACKey] = []
        for purpose in TenantKey.Purpose.allCases { keys.append(try DigestKeys.derived(from: key, for: purpose)) }
        self.keys = keys
    }

    /// Reads stored keys.
    /// - Parameters:
    ///   - stored: 32 bytes for each purpose that existed at the time.
    ///   - key: derives the keys of later purposes.
    init(stored: WipedBytes, of key: TenantKey) throws(KeyError) {
        let bytes = stored.bytes
        var keys: [MACKey] = []
        for (index, purpose) in TenantKey.Purpose.allCases.enumerated() {
            let place = index * DigestKeys.length
            keys.append(
                place < bytes.count
                    ? MACKey(WipedBytes(Array(bytes[place..<(place + DigestKeys.length)])))
                    : try DigestKeys.derived(from: key, for: purpose))
        }
        self.keys = keys
    }

    /// Whether this is a possible size of stored keys.
    static func isStored(_ count: Int) -> Bool {
        count > 0 && count.isMultiple(of: length) && count <= storedLength
    }

    /// All keys, as they are stored.
    var stored: WipedBytes {
        var all: [UInt8] = []
        // A growing array would leave copies behind.
        all.reserveCapacity(keys.count * DigestKeys.length)
        for key in keys { all += key.secret.bytes }
        return WipedBytes(all)
    }

    /// Whether they are the same keys.
    func isSame(as other: DigestKeys) -> Bool {
        keys.count == other.keys.count && zip(keys, other.keys).allSatisfy { $0.secret.bytes == $1.secret.bytes }
    }

    /// A keyed hash of a secret, which is stored instead of it.
    package func digest(of secret: [UInt8], for purpose: TenantKey.Purpose) throws(KeyError) -> [UInt8] {
        try keys[purpose.place].code(of: secret)
    }

    /// The key for the digests of one purpose.
    package func key(for purpose: TenantKey.Purpose) -> DigestKey { DigestKey(keys[purpose.place]) }

    private static func derived(from key: TenantKey, for purpose: TenantKey.Purpose) throws(KeyError) -> MACKey {
        MACKey(WipedBytes(try OpenSSL.hmac(Array(purpose.rawValue.utf8) + [1], key: key.bytes)))
    }
}

extension TenantKey.Purpose {
    /// Its position among all purposes.
    fileprivate var place: Int {
        switch self {
        case .apiKey: 0
        case .request: 1
        case .accountSecret: 2
        case .backupCode: 3
        case .signIn: 4
        case .shareLink: 5
        case .sharePIN: 6
        case .cursor: 7
        case .activation: 8
        case .search: 9
        case .column: 10
        case .lookup: 11
        }
    }
}
