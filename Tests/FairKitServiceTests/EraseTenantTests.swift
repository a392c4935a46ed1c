import FairKitCore
import FairKitRuntime
import FairKitService
import FairKitStore
import FairKitVault
import FoundationEssentials
import Glibc
import KeyRing
import Relational
import Support
import Testing

@Suite struct `Erasing a tenant` {
    let house: TenantHouse
    let tenants: OpenTenants
    let kisumu: TenantName

    init() async throws {
        house = try await TenantHouse()
        tenants = house.tenants()
        kisumu = try #require(TenantName("kisumu"))
    }

    private func folder(of tenant: Tenant) -> String { "\(house.directory.path)/tenants/\(tenant.id)" }

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    @Test func `destroys its key and its file, and reports its proof`() async throws {
        let made = try await tenants.create(kisumu, by: .command)
        _ = try await tenants.use(kisumu)
        let proof = try await tenants.erase(kisumu, newKeyIn: nil, by: .command).proof
        #expect(proof.bytes > 0)
        // Those of the first tenant and of the list of tenants.
        #expect(proof.keysTried == 2)
        #expect(!house.holds(made))
        await #expect(throws: TenantFailure.self) { _ = try await tenants.use(kisumu) }
        #expect(try await tenants.list().last?.state == .erased)
    }

    @Test func `leaves the others as they are, here and after a restart`() async throws {
        _ = try await tenants.create(kisumu, by: .command)
        let siaya = try #require(TenantName("siaya"))
        _ = try await tenants.create(siaya, by: .command)
        let key = try await tenants.use(siaya).tenancy.keys.create(name: "a", for: .administrator, by: .command)
            .secret.text
        _ = try await tenants.erase(kisumu, newKeyIn: nil, by: .command)
        _ = try await tenants.use(siaya).tenancy.callers.authenticate(apiKey: key)
        try await reopened { tenants, _ in
            _ = try await tenants.use(siaya).tenancy.callers.authenticate(apiKey: key)
            _ = try await tenants.use(.standard)
        }
    }

    @Test(.onFiles) func `changes the master key, so that the old one opens nothing that is wrapped with the new`()
        async throws
    {
        _ = try await tenants.create(kisumu, by: .command)
        let old = try MasterKey(contentsOf: house.keyFile)
        _ = try await tenants.erase(kisumu, newKeyIn: nil, by: .command)
        #expect(try MasterKey(contentsOf: house.keyFile).id != old.id)
        for (path, label) in [("control.json", "control"), ("tenants/default/key.json", "default")] {
            #expect(throws: KeyError.self) {
                try TenantKey(contentsOf: "\(house.directory.path)/\(path)", tenant: label, wrappedBy: old)
            }
        }
    }

    @Test(.onFiles) func `works despite the damaged key of another`() async throws {
        let siaya = try #require(TenantName("siaya"))
        _ = try await tenants.create(kisumu, by: .command)
        let other = try await tenants.create(siaya, by: .command)
        try Data("{}".utf8).write(to: URL(filePath: "\(folder(of: other))/key.json"))
        #expect(try await tenants.erase(kisumu, newKeyIn: nil, by: .command).proof.keysTried == 2)
        _ = try await tenants.use(.standard)
        try await reopened { tenants, _ in _ = try await tenants.use(.standard) }
    }

    @Test func `removes the old master key from its place`() async throws {
        _ = try await tenants.create(kisumu, by: .command)
        let old = unsafe open(house.keyFile, O_RDONLY)
        defer { close(old) }
        _ = try await tenants.erase(kisumu, newKeyIn: nil, by: .command)
        var bytes = [UInt8](repeating: 1, count: 65)
        #expect(unsafe pread(old, &bytes, bytes.count, 0) == 65)
        #expect(bytes.allSatisfy { $0 == 0 })
    }

    @Test func `frees its name`() async throws {
        let first = try await tenants.create(kisumu, by: .command)
        _ = try await tenants.erase(kisumu, newKeyIn: nil, by: .command)
        let second = try await tenants.create(kisumu, by: .command)
        #expect(first.id != second.id)
        _ = try await tenants.use(kisumu)
    }

    @Test func `is refused for the first tenant, and if the new master key can't be written`() async throws {
        await #expect(throws: TenantChangeFailure.self) {
            try await tenants.erase(.standard, newKeyIn: nil, by: .command)
        }
        let made = try await tenants.create(kisumu, by: .command)
        await #expect(throws: TenantChangeFailure.self) {
            try await tenants.erase(kisumu, newKeyIn: "\(house.directory.path)/missing/key", by: .command)
        }
        #expect(house.holds(made))
        _ = try await tenants.use(kisumu)
    }

    @Test(.onFiles) func `writes the new master key to the given file`() async throws {
        _ = try await tenants.create(kisumu, by: .command)
        let old = try MasterKey(contentsOf: house.keyFile)
        let file = "\(house.directory.path)/../next.key"
        _ = try await tenants.erase(kisumu, newKeyIn: file, by: .command)
        #expect(try MasterKey(contentsOf: house.keyFile).id == old.id)
        let new = try MasterKey(contentsOf: file)
        _ = try TenantKey(
            contentsOf: "\(house.directory.path)/tenants/default/key.json", tenant: "default", wrappedBy: new)
    }

    @Test func `is finished at the next start after a crash before its file was deleted`() async throws {
        let made = try await tenants.create(kisumu, by: .command)
        try await house.installation.control.write { (tx) throws(DatabaseError) in
            try tx.setTenantState(.erased, of: made.id)
        }
        #expect(house.holds(made))
        try await reopened { _, copy in
            #expect(!copy.holds(made))
        }
    }

    @Test(.onFiles) func `continues with the new master key after a crash while keys were wrapped`() async throws {
        _ = try await tenants.create(kisumu, by: .command)
        // One of three keys is wrapped with the pending master key.
        let (old, new) = (try MasterKey(contentsOf: house.keyFile), try MasterKey.random())
        try new.write(to: house.keyFile + ".new")
        try TenantKeys.rewrap(
            "\(house.directory.path)/tenants/default/key.json", tenant: "default", from: old, to: new)
        try await reopened { tenants, copy in
            _ = try await tenants.use(.standard)
            _ = try await tenants.use(kisumu)
            #expect(try MasterKey(contentsOf: copy.keyFile).id == new.id)
            #expect(!exists(copy.keyFile + ".new"))
        }
    }

    /// The state that another process finds after this one was killed.
    private func reopened(_ body: (OpenTenants, TenantHouse) async throws -> Void) async throws {
        let copy = try await TenantHouse(copyOf: house)
        try await body(copy.tenants(), copy)
    }
}
