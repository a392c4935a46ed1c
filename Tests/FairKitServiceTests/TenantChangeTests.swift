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

@Suite struct `A change of the tenants` {
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

    /// The recorded changes of all tenants, oldest first: action, tenant, actor and request.
    private func recorded(_ tenants: OpenTenants) async throws -> [String] {
        let store = try await tenants.use(.standard, evenSuspended: true).store
        return try await store.read { (tx) throws(DatabaseError) in
            try tx.auditEntries(after: 0, through: .max, from: nil, to: nil, limit: 100).map {
                let actor = $0.entry.actor.key.map { $0 == .machine ? "machine" : "somebody" } ?? "server"
                return "\($0.entry.action.rawValue) \($0.entry.object ?? "") \(actor) \($0.entry.requestID)"
            }
        }
    }

    @Test(.onFiles) func `is done once it is committed, though the tenants can't be read afterwards`() async throws {
        // From the next change on there is a tenant without a name, which can't be read.
        _ = try await house.installation.control.write { (tx) throws(DatabaseError) in
            try tx.run(
                """
                CREATE TRIGGER spoil AFTER INSERT ON tenant_event BEGIN
                    INSERT INTO tenant (id, name, folder, state, created_at) VALUES (x'00', 'No Name', 'none', 'active', 0);
                END
                """)
        }
        let made = try await tenants.create(kisumu, by: .command)
        #expect(FileManager.default.fileExists(atPath: "\(house.directory.path)/tenants/\(made.id)/health.db"))
        _ = try await tenants.use(kisumu)
        await #expect(throws: TenantChangeFailure.self) { try await tenants.create(siaya, by: .command) }
    }

    @Test func `is recorded in the first tenant's audit log, with ids`() async throws {
        let made = try await tenants.create(kisumu, by: .command)
        _ = try await tenants.rename(kisumu, to: siaya, by: .command)
        _ = try await tenants.set(siaya, suspended: true, by: .command)
        _ = try await tenants.set(siaya, suspended: false, by: .command)
        _ = try await tenants.erase(siaya, newKeyIn: nil, by: .command)
        let key = try MasterKey(contentsOf: house.keyFile).id
        let recorded = try await recorded(tenants)
        let id = "\(made.id)"
        #expect(
            recorded.dropLast() == [
                "tenant.created \(id) machine command", "tenant.renamed \(id) machine command",
                "tenant.suspended \(id) machine command", "tenant.resumed \(id) machine command",
                "tenant.erased \(id) machine command",
            ])
        let last = try #require(recorded.last?.split(separator: " "))
        #expect(last[0] == "master-key.changed" && key == last[1])
        let store = try await tenants.use(.standard).store
        #expect(try await store.verifyAudit().isSound)
    }

    @Test func `is recorded by the next server if this one is killed in between`() async throws {
        let made = try await tenants.create(kisumu, by: .command)
        let before = try await recorded(tenants)
        let entry = AuditEntry(
            at: house.time.now, actor: AuditActor(key: .machine, role: .administrator), action: .tenantRenamed,
            object: "\(made.id)", profileID: nil, requestID: "lost")
        try await house.installation.control.write { (tx) throws(DatabaseError) in try tx.logUnrecorded(entry) }
        let copy = try await TenantHouse(copyOf: house)
        let others = copy.tenants()
        for _ in 0..<2 {
            await others.maintain()
            #expect(try await recorded(others) == before + ["tenant.renamed \(made.id) machine lost"])
        }
    }

    @Test func `is recorded while the first tenant is suspended, too`() async throws {
        _ = try await tenants.set(.standard, suspended: true, by: .command)
        _ = try await tenants.create(kisumu, by: .command)
        #expect(try await recorded(tenants).count == 2)
    }

    @Test func `is recorded like new signing keys`() async throws {
        let keys = SigningKeys()
        let rotation = SigningKeyRotation(
            control: house.installation.control, keys: keys, now: { [house] in house.time.now }, clock: StillClock(),
            logger: .quiet)
        try await rotation.maintain()
        await tenants.maintain()
        let id = try #require(keys.all.first?.id)
        #expect(try await recorded(tenants) == ["signing-key.made \(id) server signing-keys"])
        try await rotation.maintain()
        await tenants.maintain()
        #expect(try await recorded(tenants).count == 1)
    }

    @Test func `does not close a tenant that was reopened while another was closed`() async throws {
        for name in [kisumu, siaya] {
            _ = try await tenants.create(name, by: .command)
            _ = try await tenants.set(name, suspended: true, by: .command)
            _ = try await tenants.use(name, evenSuspended: true)
        }
        // Both are kept from being closed, so that the first one is not closed before the other is reopened.
        let held = await tenants.openStores.filter { $0.tenant.name != .standard }
        var gates: [TenantName: DispatchSemaphore] = [:]
        var writes: [Task<Void, any Error>] = []
        for (tenant, store) in held {
            let gate = DispatchSemaphore(value: 0)
            gates[tenant.name] = gate
            writes.append(Task { try await store.write { _ throws(DatabaseError) in gate.wait() } })
        }
        house.time.advance(by: .seconds(61))
        let maintenance = Task { [tenants] in await tenants.maintain() }
        let names = Set(held.map(\.tenant.name))
        var open = names
        while open == names {
            await Task.yield()
            open = Set(await tenants.openStores.map(\.tenant.name)).subtracting([.standard])
        }
        let later = try #require(open.first)
        let first = try #require(names.subtracting(open).first)
        gates[later]?.signal()
        _ = try await tenants.set(later, suspended: false, by: .command)
        let use = try await tenants.use(later)
        house.time.advance(by: .seconds(61))
        gates[first]?.signal()
        await maintenance.value
        for write in writes { try await write.value }
        #expect(await tenants.openStores.contains { $0.store === use.store })
        #expect(try await tenants.use(later).store === use.store)
    }
}
