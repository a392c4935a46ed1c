import FairKitCore
import FairKitRuntime
import FairKitService
import FairKitStore
import FairKitVault
import FoundationEssentials
import KeyRing
import Support
import Testing

/// Opening a tenant's file may take long, because it is migrated. Here other work runs between the two parts of
/// opening.
@Suite(.onFiles) struct `While a tenant's file is prepared` {
    let house: TenantHouse
    let tenants: OpenTenants
    let kisumu: TenantName
    let siaya: TenantName

    init() async throws {
        house = try await TenantHouse()
        tenants = house.tenants()
        kisumu = try #require(TenantName("kisumu"))
        siaya = try #require(TenantName("siaya"))
    }

    private func keyFile(of folder: String, in directory: String? = nil) -> String {
        "\(directory ?? house.directory.path)/tenants/\(folder)/key.json"
    }

    @Test func `another tenant is erased, and it opens with its rewrapped key`() async throws {
        _ = try await tenants.create(kisumu, by: .command)
        let folder = "\(try await tenants.create(siaya, by: .command).id)"
        let opening = try house.files.begin(folder: folder)
        _ = try await tenants.erase(kisumu, newKeyIn: nil, by: .command)
        let store = try house.files.end(opening)
        defer { house.installation.close(store) }
        let backup = "\(house.directory.path)-copy"
        _ = try await store.backUp(to: backup) { [house] in house.time.now }
        let new = try MasterKey(contentsOf: house.keyFile)
        _ = try TenantKey(contentsOf: keyFile(of: folder, in: backup), tenant: folder, wrappedBy: new)
    }

    @Test func `of an early version, its new audit secret is wrapped with the new master key`() async throws {
        _ = try await tenants.create(kisumu, by: .command)
        let folder = "\(try await tenants.create(siaya, by: .command).id)"
        let old = try MasterKey(contentsOf: house.keyFile)
        let key = try TenantKey(contentsOf: keyFile(of: folder), tenant: folder, wrappedBy: old)
        try FileManager.default.removeItem(atPath: keyFile(of: folder))
        try key.write(to: keyFile(of: folder), tenant: folder, wrappedBy: old)
        let opening = try house.files.begin(folder: folder)
        _ = try await tenants.erase(kisumu, newKeyIn: nil, by: .command)
        house.installation.close(try house.files.end(opening))
        let new = try MasterKey(contentsOf: house.keyFile)
        let keys = try TenantKeys(contentsOf: keyFile(of: folder), tenant: folder, wrappedBy: new)
        #expect(keys.key.bytes == key.bytes && keys.audit != nil)
        _ = try await tenants.use(siaya)
    }

    @Test(arguments: [false, true])
    func `its key is destroyed, and it is not opened`(isFromBeforeSeals: Bool) async throws {
        let folder = "\(try await tenants.create(kisumu, by: .command).id)"
        let master = try MasterKey(contentsOf: house.keyFile)
        if isFromBeforeSeals {
            let key = try TenantKey(contentsOf: keyFile(of: folder), tenant: folder, wrappedBy: master)
            try FileManager.default.removeItem(atPath: keyFile(of: folder))
            try key.write(to: keyFile(of: folder), tenant: folder, wrappedBy: master)
        }
        let opening = try house.files.begin(folder: folder)
        try house.installation.destroyKey(folder: folder)
        #expect {
            try house.files.end(opening)
        } throws: { error in
            if case .key(.tenantKeyMissing)? = error as? StoreError { true } else { false }
        }
        #expect(!FileManager.default.fileExists(atPath: keyFile(of: folder)))
    }

    @Test func `its key is replaced, and it is not opened`() async throws {
        let folder = "\(try await tenants.create(kisumu, by: .command).id)"
        let master = try MasterKey(contentsOf: house.keyFile)
        let opening = try house.files.begin(folder: folder)
        try FileManager.default.removeItem(atPath: keyFile(of: folder))
        try TenantKey.random().write(to: keyFile(of: folder), tenant: folder, wrappedBy: master)
        #expect(throws: StoreError.self) { try house.files.end(opening) }
    }
}
