import FairKitCore
import FairKitRuntime
import FairKitService
import FairKitStore
import FairKitVault
import FoundationEssentials
import KeyRing
import Support
import Testing

@Suite(.onFiles) struct `Changing the master key alone` {
    let house: TenantHouse
    let tenants: OpenTenants
    let kisumu: TenantName

    init() async throws {
        house = try await TenantHouse()
        tenants = house.tenants()
        kisumu = try #require(TenantName("kisumu"))
    }

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    private func wrapping(_ folder: String) throws -> String {
        let path = DataDirectory.key(in: house.directory.tenant(folder))
        for id in [house.keyFile, house.keyFile + ".new"] where exists(id) {
            let key = try MasterKey(contentsOf: id)
            if (try? TenantKeys(contentsOf: path, tenant: folder, wrappedBy: key)) != nil { return key.id }
        }
        return ""
    }

    @Test func `that fails half way names the needed keys, and is finished by repeating it`() async throws {
        let made = try await tenants.create(kisumu, by: .command)
        let old = try MasterKey(contentsOf: house.keyFile)
        let obstacle = DataDirectory.key(in: house.directory.tenant("\(made.id)")) + ".new"
        try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
        let error = await #expect(throws: TenantChangeFailure.self) {
            try await tenants.rotateMasterKey(newKeyIn: nil, keepingOld: true, by: .command)
        }
        guard case .rotationUnfinished(let from, let to, let file, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(from == old.id && to != old.id && file == house.keyFile + ".new")
        #expect(try wrapping("default") == to)
        #expect(try wrapping("\(made.id)") == from)
        // Both tenants stay in service, and a copy opened as after a crash finishes the change, with the old key kept
        // as requested.
        for name in [.standard, kisumu] { _ = try await tenants.use(name) }
        try FileManager.default.removeItem(atPath: obstacle)
        let copy = try await TenantHouse(copyOf: house)
        #expect(try MasterKey(contentsOf: copy.keyFile).id == to)
        #expect(try MasterKey(contentsOf: "\(copy.keyFile).\(from)").id == from)
        #expect(!exists(copy.directory.masterKeyChange))
        let again = try await tenants.rotateMasterKey(newKeyIn: nil, keepingOld: true, by: .command)
        #expect(again.from == to && again.oldKey == "\(house.keyFile).\(to)")
        #expect(try MasterKey(contentsOf: "\(house.keyFile).\(from)").id == from)
    }
}
