import Foundation
import KeyRing
import Testing

@Suite struct `An audit key` {
    let scratch: Scratch
    var path: String { scratch.path("key.json") }

    init() throws {
        scratch = try Scratch()
    }

    private func write() throws -> TenantKeys {
        let keys = TenantKeys(key: try TenantKey.random(), audit: try AuditKey.random(tenant: "default"))
        try keys.write(to: path, tenant: "default", wrappedBy: Frozen.master())
        return keys
    }

    private func open(tenant: String = "default") throws -> TenantKeys {
        try TenantKeys(contentsOf: path, tenant: tenant, wrappedBy: Frozen.master())
    }

    /// Changes the file's content, like an attacker who can write to it.
    private func change(_ body: (inout [String: Any]) -> Void) throws {
        let data = Data(try scratch.read("key.json"))
        var file = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        body(&file)
        try scratch.write(try JSONSerialization.data(withJSONObject: file), to: "key.json")
    }

    @Test func `is stored beside the tenant's own key, and read with it`() throws {
        let keys = try write()
        let opened = try open()
        let (audit, before) = (try #require(opened.audit), try #require(keys.audit))
        #expect(opened.key.bytes == keys.key.bytes)
        #expect(try audit.mac(of: [1, 2, 3]) == before.mac(of: [1, 2, 3]))
        #expect(audit.publicKey == before.publicKey)
        #expect(audit.tenant == "default")
        #expect(try TenantKey(contentsOf: path, tenant: "default", wrappedBy: Frozen.master()).bytes == keys.key.bytes)
    }

    @Test func `is missing from a file of the first version`() throws {
        try scratch.write(Frozen.file(), to: "key.json")
        let keys = try open()
        #expect(keys.key.bytes == Frozen.tenantKey)
        #expect(keys.audit == nil)
    }

    @Test func `is different each time, and neither half reveals the other`() throws {
        let (one, other) = (try AuditKey.random(tenant: "default"), try AuditKey.random(tenant: "default"))
        #expect(one.publicKey != other.publicKey)
        #expect(try one.mac(of: []) != other.mac(of: []))
    }

    @Test func `signs for verifiers with its public half only`() throws {
        let key = try AuditKey.random(tenant: "default")
        let signature = try key.signature(of: [7])
        #expect(try Ed25519.isSignature(signature, of: [7], by: key.publicKey))
        #expect(try key.signed([7], with: signature))
        #expect(try !key.signed([8], with: signature))
        #expect(try !AuditKey.random(tenant: "default").signed([7], with: signature))
    }

    @Test func `can't be dropped by claiming an older version`() throws {
        _ = try write()
        try change {
            $0["version"] = 1
            $0["audit"] = nil
        }
        #expect(throws: KeyError.unwrapFailed(path: path)) { try open() }
    }

    @Test func `can't replace the tenant's own key, nor the reverse`() throws {
        _ = try write()
        try change { $0["audit"] = ["nonce": $0["nonce"], "wrapped": $0["wrapped"]] }
        #expect(throws: KeyError.tenantKeyMalformed(path: path)) { try open() }
        #expect(throws: KeyError.tenantKeyMalformed(path: path)) { try open(tenant: "other") }
    }

    @Test func `can't be taken from another tenant's file, nor be incomplete`() throws {
        _ = try write()
        #expect(throws: KeyError.unwrapFailed(path: path)) { try open(tenant: "other") }
        let whole = try scratch.read("key.json")
        let others = TenantKeys(key: try TenantKey.random(), audit: try AuditKey.random(tenant: "other"))
        try others.write(to: scratch.path("other.json"), tenant: "other", wrappedBy: Frozen.master())
        let other = try JSONSerialization.jsonObject(with: Data(scratch.read("other.json"))) as? [String: Any]
        try change { $0["audit"] = other?["audit"] }
        #expect(throws: KeyError.unwrapFailed(path: path)) { try open() }
        try scratch.write(whole, to: "key.json")
        try change { $0["audit"] = nil }
        #expect(throws: KeyError.tenantKeyMalformed(path: path)) { try open() }
        try scratch.write(whole, to: "key.json")
        try change { $0["version"] = 1 }
        #expect(throws: KeyError.tenantKeyMalformed(path: path)) { try open() }
    }
}
