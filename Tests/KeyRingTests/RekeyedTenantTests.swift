import KeyRing
import Testing

@Suite struct `A key file after a change of one key` {
    let scratch: Scratch
    let master: MasterKey
    let audit: AuditKey
    let (old, new): (TenantKey, TenantKey)
    var path: String { scratch.path("key.json") }

    init() throws {
        scratch = try Scratch()
        (master, old, new) = (try .random(), try .random(), try .random())
        audit = try AuditKey.random(tenant: "default")
    }

    private func written(_ keys: TenantKeys, to name: String = "key.json") throws -> TenantKeys {
        try keys.write(to: scratch.path(name), tenant: "default", wrappedBy: master)
        return try TenantKeys(contentsOf: scratch.path(name), tenant: "default", wrappedBy: master)
    }

    @Test(arguments: TenantKey.Purpose.allCases)
    func `gives the same digests as before, for every purpose`(purpose: TenantKey.Purpose) throws {
        let derived = try signature(of: Array(purpose.rawValue.utf8) + [1], by: old.bytes)
        let expected = try signature(of: [1, 2, 3], by: derived)
        let before = TenantKeys(key: old, audit: audit)
        #expect(try before.digests.digest(of: [1, 2, 3], for: purpose) == expected)
        let after = try written(TenantKeys(key: new, audit: audit, ownDigests: before.digests))
        #expect(try after.digests.digest(of: [1, 2, 3], for: purpose) == expected)
        // After one more change they are still the same.
        let again = try written(TenantKeys(key: .random(), audit: audit, ownDigests: after.digests), to: "again.json")
        #expect(try again.digests.digest(of: [1, 2, 3], for: purpose) == expected)
    }

    @Test func `contains both keys during the change, and only the new one afterwards`() throws {
        let digests = try DigestKeys(of: old)
        let both = try written(TenantKeys(key: old, audit: audit, ownDigests: digests, next: new))
        #expect(both.key.isSame(as: old) && both.next?.bytes == new.bytes)
        let after = try written(TenantKeys(key: new, audit: audit, ownDigests: digests), to: "after.json")
        #expect(after.key.isSame(as: new) && after.next == nil && after.audit?.publicKey == audit.publicKey)
        #expect(!after.isSame(as: both))
    }

    @Test func `keeps all keys when the master key changes`() throws {
        let other = try MasterKey.random()
        let before = try written(TenantKeys(key: old, audit: audit, ownDigests: DigestKeys(of: old), next: new))
        try TenantKeys.rewrap(path, tenant: "default", from: master, to: other)
        #expect(try TenantKeys(contentsOf: path, tenant: "default", wrappedBy: other).isSame(as: before))
        #expect(throws: KeyError.self) { try TenantKeys(contentsOf: path, tenant: "default", wrappedBy: master) }
    }

    /// Otherwise a reader would derive the digest keys from the wrong key.
    @Test func `does not open with an earlier version, or without the digest keys`() throws {
        _ = try written(TenantKeys(key: new, audit: audit, ownDigests: DigestKeys(of: old)))
        let text = String(decoding: try scratch.read("key.json"), as: UTF8.self)
        try scratch.write(Array(text.replacing("\"version\" : 3", with: "\"version\" : 2").utf8), to: "key.json")
        #expect(throws: KeyError.tenantKeyMalformed(path: path)) {
            try TenantKeys(contentsOf: path, tenant: "default", wrappedBy: master)
        }
        let without = text.replacing("\"digests\"", with: "\"other\"")
        for version in [2, 3] {
            let changed = without.replacing("\"version\" : 3", with: "\"version\" : \(version)")
            try scratch.write(Array(changed.utf8), to: "key.json")
            #expect(throws: KeyError.self) {
                try TenantKeys(contentsOf: path, tenant: "default", wrappedBy: master)
            }
        }
    }
}
