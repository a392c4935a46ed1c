import Dispatch
import FairKitCore
import FairKitRuntime
import FairKitService
import FairKitStore
import FairKitVault
import FoundationEssentials
import KeyRing
import Relational
import Support
import Testing

@Suite(.onFiles) struct `A backup of all tenants` {
    let house: TenantHouse
    let tenants: OpenTenants
    let kisumu: TenantName
    let siaya: TenantName
    var path: String { "\(house.directory.path)-copy" }

    init() async throws {
        house = try await TenantHouse()
        tenants = house.tenants()
        kisumu = try #require(TenantName("kisumu"))
        siaya = try #require(TenantName("siaya"))
    }

    private func folders(in directory: String) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: "\(directory)/tenants"))
    }

    /// The tenants that the backup lacks, by name.
    private func missing() async -> [TenantName: MissingTenant.Reason] {
        do throws(TenantBackupFailure) {
            _ = try await tenants.backUp(to: path, by: .command)
        } catch {
            if case .incomplete(path, let missing) = error {
                #expect(!"\(error)".contains("kisumu"), "it may stand in a log")
                return Dictionary(uniqueKeysWithValues: missing.map { ($0.tenant.name, $0.reason) })
            }
            Issue.record("\(error)")
        }
        return [:]
    }

    @Test func `is not FairKit's work where there are no files`() async throws {
        let elsewhere = try house.tenants(in: InstallationWithoutFiles(house.files))
        _ = try await elsewhere.create(kisumu, by: .command)
        let error = await #expect(throws: TenantBackupFailure.self) {
            try await elsewhere.backUp(to: path, by: .command)
        }
        guard case .withoutFiles(let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason == InstallationWithoutFiles.reason)
        #expect(!FileManager.default.fileExists(atPath: path))
        // Everything else is there.
        _ = try await elsewhere.use(kisumu)
        _ = try await elsewhere.erase(kisumu, newKeyIn: nil, by: .command)
    }

    private func damage(_ tenant: Tenant) throws {
        let file = "\(house.directory.path)/tenants/\(tenant.id)/health.db"
        try Data(repeating: 7, count: 8192).write(to: URL(filePath: file))
    }

    @Test func `has the others if one can't be opened, and names the missing one`() async throws {
        let broken = try await tenants.create(kisumu, by: .command)
        let sound = try await tenants.create(siaya, by: .command)
        try damage(broken)
        let missing = await missing()
        #expect(Set(missing.keys) == [kisumu])
        guard case .unopened? = missing[kisumu] else {
            Issue.record("\(missing)")
            return
        }
        #expect(try folders(in: path) == ["default", "\(sound.id)"])
        #expect(try DataDirectory.missing(inBackup: path) == ["\(broken.id)"])
        let restored = DataDirectory(path: "\(house.directory.path)-restored")
        try Store.restore(from: path, to: restored, at: house.time.now) { () throws(KeyError) in
            try MasterKey(contentsOf: house.keyFile)
        }
        #expect(try folders(in: restored.path) == ["default", "\(sound.id)"])
        // The backup is recorded in each tenant that it contains.
        for name in [.standard, siaya] {
            let store = try await tenants.use(name).store
            let actions = try await store.read { (tx) throws(DatabaseError) in
                try tx.auditEntries(after: 0, through: .max, from: nil, to: nil, limit: 100).map(\.entry.action)
            }
            #expect(actions.last == .storeBackedUp)
        }
    }

    /// A leaked and revoked key used to sign again after an older backup was restored.
    @Test func `brings back no key that signs access tokens`() async throws {
        let signing = try SigningKey.random(at: house.time.now, signsAt: house.time.now)
        try await house.installation.control.write { (tx) throws(DatabaseError) in try tx.insertSigningKey(signing) }
        _ = try await tenants.backUp(to: path, by: .command)
        let restored = DataDirectory(path: "\(house.directory.path)-restored")
        try Store.restore(from: path, to: restored, at: house.time.now) { () throws(KeyError) in
            try MasterKey(contentsOf: house.keyFile)
        }
        let next = try await FileInstallation.open(restored, at: house.time.now, keyFrom: .file(house.keyFile)) {
            [house] () throws(KeyError) in try MasterKey(contentsOf: house.keyFile)
        }
        #expect(try await next.control.read { (tx) throws(DatabaseError) in try tx.signingKeys().count } == 0)
        #expect(try await next.control.read { (tx) throws(DatabaseError) in try tx.tenants().count } == 1)
        next.close()
    }

    @Test func `has no copy of a damaged tenant`() async throws {
        let broken = try await tenants.create(kisumu, by: .command)
        // A page near the end, which opening the file does not read; the last ones are free.
        let path = URL(filePath: "\(house.directory.path)/tenants/\(broken.id)/health.db")
        var bytes = try Data(contentsOf: path)
        bytes[bytes.count - 18 * 4096 - 4000] ^= 1
        try bytes.write(to: path)
        let missing = await missing()
        guard case .uncopied? = missing[kisumu] else {
            Issue.record("\(missing)")
            return
        }
        #expect(try folders(in: self.path) == ["default"])
    }

    @Test func `is refused without the first tenant, and leaves nothing`() async throws {
        let file = "\(house.directory.path)/tenants/default/health.db"
        try Data(repeating: 7, count: 8192).write(to: URL(filePath: file))
        let error = await #expect(throws: TenantBackupFailure.self) {
            try await tenants.backUp(to: path, by: .command)
        }
        guard case .first? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(.timeLimit(.minutes(10))) func `includes a tenant that is suspended meanwhile`() async throws {
        let made = try await tenants.create(kisumu, by: .command)
        _ = try await tenants.create(siaya, by: .command)
        // The copy of the first tenant does not end before the gate is opened.
        let gate = DispatchSemaphore(value: 0)
        let first = try await tenants.use(.standard)
        let writing = Task { try await first.store.write { _ throws(DatabaseError) in gate.wait() } }
        let backup = Task { [tenants, path] in try await tenants.backUp(to: path, by: .command) }
        let unfinished = "\(house.directory.path)/../.data-copy.new/tenants/default"
        while !FileManager.default.fileExists(atPath: unfinished) { await Task.yield() }
        let suspending = Task { [tenants, kisumu] in try await tenants.set(kisumu, suspended: true, by: .command) }
        while await tenants.isActive(kisumu) { await Task.yield() }
        gate.signal()
        _ = try await suspending.value
        try await writing.value
        _ = try await backup.value
        #expect(try folders(in: path).contains("\(made.id)"))
        #expect(try DataDirectory.missing(inBackup: path) == [])
    }
}

extension OpenTenants {
    /// Whether a tenant accepts requests.
    fileprivate func isActive(_ name: TenantName) async -> Bool {
        do {
            _ = try await use(name)
            return true
        } catch { return false }
    }
}
