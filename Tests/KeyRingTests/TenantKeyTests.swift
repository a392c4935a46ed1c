import FoundationEssentials
import KeyRing
import Testing

@Suite struct `A tenant's key` {
    let scratch: Scratch
    var path: String { scratch.path("key.json") }

    init() throws {
        scratch = try Scratch()
    }

    func open(tenant: String = "default", wrappedBy master: MasterKey? = nil) throws -> TenantKey {
        try TenantKey(contentsOf: path, tenant: tenant, wrappedBy: master ?? Frozen.master())
    }

    @Test func `is 48 random bytes`() throws {
        let keys = try (0..<20).map { _ in try TenantKey.random().bytes }
        #expect(keys.allSatisfy { $0.count == 48 })
        #expect(Set(keys).count == 20)
    }

    @Test func `comes back from the file that wraps it`() throws {
        let (key, master) = (try TenantKey.random(), try MasterKey.random())
        try key.write(to: path, tenant: "default", wrappedBy: master)
        #expect(try open(wrappedBy: master).bytes == key.bytes)
        #expect(try scratch.mode("key.json") == 0o600)
    }

    @Test func `comes back from a file that another implementation wrapped`() throws {
        try scratch.write(Frozen.file(), to: "key.json")
        #expect(try open().bytes == Frozen.tenantKey)
    }

    @Test func `stands in its file under another wrapping each time, and never in clear`() throws {
        let (key, master) = (try TenantKey.random(), try MasterKey.random())
        try key.write(to: path, tenant: "default", wrappedBy: master)
        try key.write(to: scratch.path("other.json"), tenant: "default", wrappedBy: master)
        let text = String(decoding: try scratch.read("key.json"), as: UTF8.self)
        #expect(try scratch.read("other.json") != scratch.read("key.json"))
        #expect(text.contains(master.id))
        for part in [key.bytes.prefix(32), key.bytes.suffix(16), key.bytes[...]] {
            #expect(!text.contains(Data(part).base64EncodedString().prefix(16)))
        }
    }

    @Test func `is never written over another`() throws {
        let (key, master) = (try TenantKey.random(), try MasterKey.random())
        try key.write(to: path, tenant: "default", wrappedBy: master)
        #expect(throws: KeyError.exists(path: path)) {
            try TenantKey.random().write(to: path, tenant: "default", wrappedBy: master)
        }
        #expect(try open(wrappedBy: master).bytes == key.bytes)
    }

    @Test(arguments: ["other", "", "default ", "Default", "defaul"])
    func `is not another tenant's`(name: String) throws {
        try scratch.write(Frozen.file(), to: "key.json")
        #expect(throws: KeyError.unwrapFailed(path: path)) { try open(tenant: name) }
    }

    @Test func `wrapped by another master key names both`() throws {
        try scratch.write(Frozen.file(), to: "key.json")
        let other = try MasterKey.random()
        let error = KeyError.otherMasterKey(path: path, needed: Frozen.masterKeyId, given: other.id)
        #expect(throws: error) { try open(wrappedBy: other) }
        #expect(error.description.contains(Frozen.masterKeyId) && error.description.contains(other.id))
    }

    @Test func `does not open with another master key under the right one's id`() throws {
        let other = try MasterKey.random()
        try scratch.write(Frozen.file(masterKeyId: other.id), to: "key.json")
        #expect(throws: KeyError.unwrapFailed(path: path)) { try open(wrappedBy: other) }
    }

    @Test func `that is not there is named`() {
        #expect(throws: KeyError.tenantKeyMissing(path: path)) { try open() }
    }
}
