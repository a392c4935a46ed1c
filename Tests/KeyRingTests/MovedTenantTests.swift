import FoundationEssentials
import KeyRing
import Testing

@Suite struct `The keys of a tenant that was moved` {
    let scratch: Scratch
    let master: MasterKey
    var path: String { scratch.path("key.json") }

    init() throws {
        scratch = try Scratch()
        master = try MasterKey.random()
    }

    private func moved() throws -> (before: TenantKeys, after: TenantKeys) {
        let before = TenantKeys(key: try TenantKey.random(), audit: try AuditKey.random(tenant: "default"))
        return (before, try #require(try TenantKeys.moved(before.moving, sealedAs: "default")))
    }

    @Test func `have another key of the file, and the same digests and seal`() throws {
        let (before, after) = try moved()
        #expect(!after.key.isSame(as: before.key))
        let secret = Array("a secret".utf8)
        #expect(try after.digests.digest(of: secret, for: .apiKey) == before.digests.digest(of: secret, for: .apiKey))
        #expect(try after.audit?.mac(of: secret) == before.audit?.mac(of: secret))
    }

    @Test func `keep as whose the audit log is sealed, in a file that names it`() throws {
        let (_, after) = try moved()
        try after.write(to: path, tenant: "another", wrappedBy: master)
        let read = try TenantKeys(contentsOf: path, tenant: "another", wrappedBy: master)
        #expect(read.isSame(as: after))
        #expect(read.audit?.tenant == "default")
        #expect(String(decoding: try scratch.read("key.json"), as: UTF8.self).contains(#""version" : 4"#))
    }

    @Test func `need no such file where the label is the same`() throws {
        let (_, after) = try moved()
        try after.write(to: path, tenant: "default", wrappedBy: master)
        #expect(String(decoding: try scratch.read("key.json"), as: UTF8.self).contains(#""version" : 3"#))
        #expect(try TenantKeys(contentsOf: path, tenant: "default", wrappedBy: master).isSame(as: after))
    }

    @Test func `do not open if the name in the file is another`() throws {
        let (_, after) = try moved()
        try after.write(to: path, tenant: "another", wrappedBy: master)
        let text = String(decoding: try scratch.read("key.json"), as: UTF8.self)
        let changed = text.split(separator: #""default""#, omittingEmptySubsequences: false).joined(
            separator: #""other""#)
        #expect(changed != text)
        try scratch.write(Data(changed.utf8), to: "key.json")
        #expect(throws: KeyError.unwrapFailed(path: path)) {
            try TenantKeys(contentsOf: path, tenant: "another", wrappedBy: master)
        }
    }

    @Test(arguments: [0, 64, 95, 97, 65 + 320])
    func `are refused if the secrets have a size that they never have`(size: Int) throws {
        let keys = try TenantKeys.moved(WipedBytes([UInt8](repeating: 1, count: size)), sealedAs: "default")
        #expect(keys == nil)
    }
}
