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

@Suite(.onFiles) struct `Erasing a tenant when something fails` {
    let house: TenantHouse
    let tenants: OpenTenants
    let kisumu: TenantName
    let siaya: TenantName
    let vihiga: TenantName

    init() async throws {
        house = try await TenantHouse()
        tenants = house.tenants()
        kisumu = try #require(TenantName("kisumu"))
        siaya = try #require(TenantName("siaya"))
        vihiga = try #require(TenantName("vihiga"))
    }

    private func folder(of tenant: Tenant) -> String { "\(house.directory.path)/tenants/\(tenant.id)" }

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// Fails in a change of the master key after which the first tenant needs the new key and another one the old key.
    private func failHalfWay(_ other: Tenant) async throws {
        // A file is in the way of the other tenant's new key.
        let obstacle = "\(folder(of: other))/key.json.new"
        try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
        let error = await #expect(throws: TenantChangeFailure.self) {
            try await tenants.erase(kisumu, newKeyIn: nil, by: .command)
        }
        guard case .unfinished? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let new = try MasterKey(contentsOf: house.keyFile + ".new")
        _ = try TenantKey(
            contentsOf: "\(house.directory.path)/tenants/default/key.json", tenant: "default", wrappedBy: new)
        try FileManager.default.removeItem(atPath: obstacle)
    }

    @Test func `keeps a master key that a tenant needs, though another one is erased on a full disk`()
        async throws
    {
        _ = try await tenants.create(kisumu, by: .command)
        let other = try await tenants.create(siaya, by: .command)
        _ = try await tenants.create(vihiga, by: .command)
        try await failHalfWay(other)
        // To a server, a reserve that can't be created is the same as a full disk.
        let reserve = "\(house.directory.path)/reserve"
        try FileManager.default.createDirectory(atPath: reserve, withIntermediateDirectories: false)
        #expect(try house.files.held.makeReserve() != nil)
        await #expect(throws: TenantChangeFailure.self) {
            try await tenants.erase(vihiga, newKeyIn: nil, by: .command)
        }
        try await reopened { tenants, copy in
            for name in [.standard, siaya, vihiga] { _ = try await tenants.use(name) }
            #expect(!exists(copy.keyFile + ".new"))
        }
    }

    @Test func `removes a new master key that wraps nothing`() async throws {
        _ = try await tenants.create(kisumu, by: .command)
        let reserve = "\(house.directory.path)/reserve"
        try FileManager.default.createDirectory(atPath: reserve, withIntermediateDirectories: false)
        #expect(try house.files.held.makeReserve() != nil)
        for file in [nil, "\(house.directory.path)/next.key"] {
            await #expect(throws: TenantChangeFailure.self) {
                try await tenants.erase(kisumu, newKeyIn: file, by: .command)
            }
            #expect(!exists(file ?? house.keyFile + ".new"))
        }
        _ = try await tenants.use(kisumu)
    }

    @Test func `is finished by repeating it`() async throws {
        let made = try await tenants.create(kisumu, by: .command)
        let other = try await tenants.create(siaya, by: .command)
        try await failHalfWay(other)
        await #expect(throws: TenantFailure.self) { _ = try await tenants.use(kisumu) }
        #expect(!exists("\(folder(of: made))/key.json"))
        let proof = try await tenants.erase(kisumu, newKeyIn: nil, by: .command).proof
        #expect(proof.bytes > 0)
        #expect(proof.keysTried == 3)
        #expect(!exists(folder(of: made)))
        #expect(!exists(house.keyFile + ".new"))
        await #expect(throws: TenantChangeFailure.self) {
            try await tenants.erase(kisumu, newKeyIn: nil, by: .command)
        }
    }

    /// An operator who erased it again, as the list of tenants suggests, used to erase another tenant that had taken
    /// its name.
    @Test func `keeps the name taken until it has ended`() async throws {
        _ = try await tenants.create(kisumu, by: .command)
        let other = try await tenants.create(siaya, by: .command)
        try await failHalfWay(other)
        await #expect(throws: TenantChangeFailure.self) { try await tenants.create(kisumu, by: .command) }
        await #expect(throws: TenantChangeFailure.self) { try await tenants.rename(siaya, to: kisumu, by: .command) }
        _ = try await tenants.erase(kisumu, newKeyIn: nil, by: .command)
        _ = try await tenants.rename(siaya, to: kisumu, by: .command)
        _ = try await tenants.use(kisumu)
    }

    @Test func `leaves no tenant behind when a new master key is put elsewhere after a failed change`() async throws {
        _ = try await tenants.create(kisumu, by: .command)
        let other = try await tenants.create(siaya, by: .command)
        _ = try await tenants.create(vihiga, by: .command)
        try await failHalfWay(other)
        let file = "\(house.directory.path)/next.key"
        _ = try await tenants.erase(vihiga, newKeyIn: file, by: .command)
        let new = try MasterKey(contentsOf: file)
        for folder in ["default", "\(other.id)"] {
            _ = try TenantKey(
                contentsOf: "\(house.directory.path)/tenants/\(folder)/key.json", tenant: folder, wrappedBy: new)
        }
        _ = try await tenants.use(siaya)
    }

    @Test func `changes no master key while a tenant's key can't be read, and does so later`() async throws {
        _ = try await tenants.create(kisumu, by: .command)
        let other = try await tenants.create(siaya, by: .command)
        let old = try MasterKey(contentsOf: house.keyFile)
        let key = "\(folder(of: other))/key.json"
        try FileManager.default.moveItem(atPath: key, toPath: key + ".aside")
        // A directory can be opened like a file but not read, like a file on a failing disk.
        try FileManager.default.createDirectory(atPath: key, withIntermediateDirectories: false)
        await #expect(throws: TenantChangeFailure.self) {
            try await tenants.erase(kisumu, newKeyIn: nil, by: .command)
        }
        #expect(try MasterKey(contentsOf: house.keyFile).id == old.id)
        // Nor at the start of a server, which works all the same.
        try await reopened { tenants, copy in
            #expect(try MasterKey(contentsOf: copy.keyFile).id == old.id)
            _ = try await tenants.use(.standard)
            guard case .unended = copy.installation.rotationAtOpening else {
                Issue.record("the change is said to be ended")
                return
            }
        }
        try FileManager.default.removeItem(atPath: key)
        try FileManager.default.moveItem(atPath: key + ".aside", toPath: key)
        _ = try await tenants.erase(kisumu, newKeyIn: nil, by: .command)
        #expect(try MasterKey(contentsOf: house.keyFile).id != old.id)
        _ = try await tenants.use(siaya)
    }

    @Test func `does not prevent a start if the key can't be destroyed, and is retried at the next one`()
        async throws
    {
        let made = try await tenants.create(kisumu, by: .command)
        _ = try await tenants.create(siaya, by: .command)
        let key = "\(folder(of: made))/key.json"
        // A directory can't be overwritten, like a file on a failing disk.
        try FileManager.default.moveItem(atPath: key, toPath: key + ".aside")
        try FileManager.default.createDirectory(atPath: key, withIntermediateDirectories: false)
        await #expect(throws: TenantChangeFailure.self) {
            try await tenants.erase(kisumu, newKeyIn: nil, by: .command)
        }
        try await reopened { tenants, copy in
            #expect(copy.installation.erasuresUnended.map(\.folder) == ["\(made.id)"])
            #expect(try await tenants.unfinishedErasures() == [made.id])
            _ = try await tenants.use(siaya)
            await #expect(throws: TenantFailure.self) { _ = try await tenants.use(kisumu) }
            // The master key that wraps the remaining key is replaced all the same.
            #expect(!exists(copy.keyFile + ".new"))
            let place = "\(copy.directory.path)/tenants/\(made.id)"
            try FileManager.default.removeItem(atPath: "\(place)/key.json")
            try FileManager.default.moveItem(atPath: "\(place)/key.json.aside", toPath: "\(place)/key.json")
            let next = try await TenantHouse(copyOf: copy)
            #expect(next.installation.erasuresUnended.isEmpty)
            #expect(!exists("\(next.directory.path)/tenants/\(made.id)/key.json"))
            let left = try await next.tenants().unfinishedErasures()
            // The file beside the key is useless without the key.
            #expect(left.isEmpty || left == [made.id])
        }
    }

    @Test func `keeps the old master key for a tenant with a damaged key, until that is restored`() async throws {
        _ = try await tenants.create(kisumu, by: .command)
        let other = try await tenants.create(siaya, by: .command)
        let old = try MasterKey(contentsOf: house.keyFile)
        let key = URL(filePath: "\(folder(of: other))/key.json")
        let kept = try Data(contentsOf: key)
        try Data("{}".utf8).write(to: key)
        let erased = try await tenants.erase(kisumu, newKeyIn: nil, by: .command)
        #expect(erased.oldKey == "\(house.keyFile).\(old.id)")
        #expect(try MasterKey(contentsOf: "\(house.keyFile).\(old.id)").id == old.id)
        #expect(try MasterKey(contentsOf: house.keyFile).id != old.id)
        await #expect(throws: TenantFailure.self) { _ = try await tenants.use(siaya) }
        try kept.write(to: key)
        _ = try await tenants.use(siaya)
        try FileManager.default.removeItem(atPath: "\(house.keyFile).\(old.id)")
        try await reopened { tenants, _ in _ = try await tenants.use(siaya) }
    }

    @Test func `never wraps an erased tenant's key with the new master key`() async throws {
        let made = try await tenants.create(kisumu, by: .command)
        try await house.installation.control.write { (tx) throws(DatabaseError) in
            try tx.setTenantState(.erased, of: made.id)
        }
        try MasterKey.random().write(to: house.keyFile + ".new")
        // A hard link to the file, to see that it is replaced when its key is rewrapped, and overwritten when it is
        // destroyed.
        let copy = try await TenantHouse(copyOf: house) { parent in
            #expect(unsafe link("\(parent)/data/tenants/\(made.id)/key.json", "\(parent)/key.json") == 0)
        }
        let left = try Data(contentsOf: URL(filePath: "\(copy.directory.path)/../key.json"))
        #expect(!left.isEmpty && left.allSatisfy { $0 == 0 })
        #expect(!exists("\(copy.directory.path)/tenants/\(made.id)"))
        #expect(!exists(copy.keyFile + ".new"))
    }

    @Test func `waits for a tenant that is being opened`() async throws {
        _ = try await tenants.create(kisumu, by: .command)
        let other = try await tenants.create(siaya, by: .command)
        let gone = try await tenants.list().first { $0.name == kisumu }.map(folder)
        let key = "\(folder(of: other))/key.json"
        let bytes = Array(try Data(contentsOf: URL(filePath: key)))
        // Reading this key blocks until it is written; other work does not.
        #expect(unsafe mkfifo(key + ".pipe", 0o600) == 0)
        try FileManager.default.moveItem(atPath: key, toPath: key + ".aside")
        try FileManager.default.moveItem(atPath: key + ".pipe", toPath: key)
        let opening = Task { [tenants] in try await tenants.use(siaya) }
        var pipe: Int32 = -1
        while pipe < 0 {
            pipe = unsafe open(key, O_WRONLY | O_NONBLOCK)
            await Task.yield()
        }
        #expect(unsafe rename(key + ".aside", key) == 0)
        let erasing = Task { [tenants, kisumu] in try await tenants.erase(kisumu, newKeyIn: nil, by: .command) }
        while exists("\(try #require(gone))/key.json") { await Task.yield() }
        // Without waiting, it would have rewrapped the key by now or soon.
        for _ in 0..<10_000 where try Data(contentsOf: URL(filePath: key)) == Data(bytes) { await Task.yield() }
        #expect(unsafe write(pipe, bytes, bytes.count) == bytes.count)
        close(pipe)
        let use = try await opening.value
        _ = try await erasing.value
        let backup = "\(house.directory.path)-copy"
        _ = try await tenants.backUp(to: backup, by: .command)
        _ = try TenantKey(
            contentsOf: "\(backup)/tenants/\(other.id)/key.json", tenant: "\(other.id)",
            wrappedBy: MasterKey(contentsOf: house.keyFile))
        withExtendedLifetime(use) {}
    }

    @Test func `gives backups of open tenants the new wrapping, though their key files are gone`() async throws {
        _ = try await tenants.create(kisumu, by: .command)
        let other = try await tenants.create(siaya, by: .command)
        let use = try await tenants.use(siaya)
        try FileManager.default.removeItem(atPath: "\(folder(of: other))/key.json")
        _ = try await tenants.erase(kisumu, newKeyIn: nil, by: .command)
        let backup = "\(house.directory.path)-copy"
        _ = try await tenants.backUp(to: backup, by: .command)
        _ = try TenantKey(
            contentsOf: "\(backup)/tenants/\(other.id)/key.json", tenant: "\(other.id)",
            wrappedBy: MasterKey(contentsOf: house.keyFile))
        withExtendedLifetime(use) {}
    }

    /// The state that another process finds after this one was killed.
    private func reopened(_ body: (OpenTenants, TenantHouse) async throws -> Void) async throws {
        let copy = try await TenantHouse(copyOf: house)
        try await body(copy.tenants(), copy)
    }
}
