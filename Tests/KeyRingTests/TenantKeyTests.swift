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

    @Test func `is read from the file that wraps it`() throws {
        let (key, master) = (try TenantKey.random(), try MasterKey.random())
        try key.write(to: path, tenant: "default", wrappedBy: master)
        #expect(try open(wrappedBy: master).bytes == key.bytes)
        #expect(try scratch.mode("key.json") == 0o600)
    }

    @Test func `is read from a file wrapped by another implementation`() throws {
        try scratch.write(Frozen.file(), to: "key.json")
        #expect(try open().bytes == Frozen.tenantKey)
    }

    @Test func `is wrapped differently each time, and never stored unencrypted`() throws {
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

    @Test func `never overwrites another`() throws {
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

    @Test func `wrapped by another master key fails, naming both`() throws {
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

    @Test func `that is temporarily unreadable is not reported as damaged, and stays as it is`() throws {
        // A directory is opened like a file, but reading it fails, as on a failing disk.
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        let (old, new) = (try MasterKey.random(), try MasterKey.random())
        for body in [
            { _ = try open() }, { try TenantKeys.rewrap(path, tenant: "default", from: old, to: new) },
            { _ = try MasterKey(contentsOf: path) },
        ] as [() throws -> Void] {
            let error = #expect(throws: KeyError.self) { try body() }
            guard case .system(path, _)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(error?.isOfFile == false)
        }
    }

    @Test func `that is damaged is not rewrapped`() throws {
        let (key, old, new) = (try TenantKey.random(), try MasterKey.random(), try MasterKey.random())
        try key.write(to: path, tenant: "default", wrappedBy: new)
        // It claims that the new master key opens it, but is invalid: the old one has nothing to do with it.
        let text = String(decoding: try scratch.read("key.json"), as: UTF8.self)
        let damaged = text.replacing("\"tenant\" : \"default\"", with: "\"tenant\" : \"other\"")
        try scratch.write(Array(damaged.utf8), to: "key.json")
        try TenantKeys.rewrap(path, tenant: "default", from: old, to: new)
        #expect(throws: KeyError.unwrapFailed(path: path)) {
            try TenantKeys.rewrap(path, tenant: "other", from: old, to: new)
        }
        #expect(try Array(scratch.read("key.json")) == Array(damaged.utf8))
    }

    @Test func `that is missing is named`() {
        #expect(throws: KeyError.tenantKeyMissing(path: path)) { try open() }
    }
}
