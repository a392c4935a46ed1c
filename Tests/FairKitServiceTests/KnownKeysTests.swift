import FairKitCore
import FairKitRuntime
import FairKitService
import FairKitStore
import KeyRing
import Relational
import Support
import Testing

/// An invented key is recognised without the tenant's file, and a valid key never is taken for one.
@Suite struct `The keys of a closed tenant` {
    let house: TenantHouse
    let tenants: OpenTenants
    let kisumu: TenantName
    let nyeri: TenantName

    init() async throws {
        house = try await TenantHouse()
        tenants = house.tenants(running: true)
        kisumu = try #require(TenantName("kisumu"))
        nyeri = try #require(TenantName("nyeri"))
        _ = try await tenants.create(kisumu, by: .command)
    }

    private func openNames(_ tenants: OpenTenants) async -> [TenantName] {
        await tenants.openStores.map(\.tenant.name).filter { $0 != .standard }
    }

    /// Waits until the tenant is closed.
    private func close(_ tenants: OpenTenants) async throws {
        house.time.advance(by: OpenTenants.idleTimeout)
        await tenants.maintain()
        try #require(await openNames(tenants) == [])
    }

    private func makeKey(_ tenants: OpenTenants) async throws -> (id: KeyID, secret: APIKeySecret) {
        let made = try await tenants.use(kisumu).tenancy.keys.create(name: "a", for: .consumer, by: .command)
        return (made.key.id, made.secret)
    }

    /// Whether the tenant may have a key, without opening it.
    private func mayHave(_ key: APIKeySecret, _ tenants: OpenTenants, of name: TenantName? = nil) async throws -> Bool {
        try #require(await tenants.summary(of: name ?? kisumu)).summary.mayHave(key)
    }

    private func madeUp() throws -> APIKeySecret {
        try APIKeySecret.draw { (count) throws(KeyError) in try randomBytes(count) }
    }

    @Test(.onFiles) func `are known, unlike invented ones, without opening the tenant`() async throws {
        let first = try await makeKey(tenants)
        try await close(tenants)
        #expect(try await mayHave(first.secret, tenants))
        for _ in 0..<100 { #expect(try await !mayHave(madeUp(), tenants)) }
        #expect(try #require(await tenants.summary(of: kisumu)).file == .closed)
        #expect(await openNames(tenants) == [])
    }

    @Test func `are known as soon as they are created, in any way`() async throws {
        let first = try await makeKey(tenants)
        #expect(try await mayHave(first.secret, tenants))
        let second = try await tenants.use(kisumu).tenancy.keys.rotate(first.id, overlap: .seconds(60), by: .command)
        #expect(try await mayHave(second.secret, tenants))
        for _ in 0..<2 {
            try await close(tenants)
            for key in [first.secret, second.secret] { #expect(try await mayHave(key, tenants)) }
            // After reopening, they come from the file.
            _ = try await tenants.use(kisumu).tenancy.callers.authenticate(apiKey: second.secret.text)
        }
    }

    @Test(.onFiles) func `are known after a crash right after their creation`() async throws {
        let key = try await makeKey(tenants)
        let next = try await TenantHouse(copyOf: house)
        let others = next.tenants(running: true)
        // Not opened yet: any key may be valid.
        #expect(try await mayHave(key.secret, others))
        #expect(try await mayHave(madeUp(), others))
        await others.openAll()
        next.time.advance(by: OpenTenants.idleTimeout)
        await others.maintain()
        #expect(await openNames(others) == [])
        #expect(try await mayHave(key.secret, others))
        #expect(try await !mayHave(madeUp(), others))
    }

    @Test func `are known while the clock is ahead, also those that seem expired`() async throws {
        let made = try await tenants.use(kisumu).tenancy.keys.create(
            name: "a", for: .consumer, until: .after(.seconds(600)), by: .command)
        house.time.advance(by: .seconds(86_400 * 3653))
        await tenants.maintain()
        #expect(await openNames(tenants) == [])
        #expect(try await mayHave(made.secret, tenants))
    }

    @Test(.onFiles) func `belong to no other tenant, and to none while it is suspended`() async throws {
        let siaya = try #require(TenantName("siaya"))
        _ = try await tenants.create(siaya, by: .command)
        let key = try await makeKey(tenants)
        _ = try await tenants.use(siaya)
        try await close(tenants)
        #expect(try await !mayHave(key.secret, tenants, of: siaya))
        _ = try await tenants.set(kisumu, suspended: true, by: .command)
        #expect(try await !mayHave(key.secret, tenants))
        _ = try await tenants.set(kisumu, suspended: false, by: .command)
        #expect(try await mayHave(key.secret, tenants))
        _ = try await tenants.rename(kisumu, to: nyeri, by: .command)
        #expect(try await !mayHave(key.secret, tenants))
        #expect(try await mayHave(key.secret, tenants, of: nyeri))
    }

    @Test func `are tried by strangers, and the audit log records it once the tenant is open`() async throws {
        _ = try await makeKey(tenants)
        try await close(tenants)
        let summary = try #require(await tenants.summary(of: kisumu)).summary
        for number in 0..<5 { summary.count("/api/v1/results", from: "192.0.2.7", "request \(number)") }
        let use = try await tenants.use(kisumu)
        try await use.tenancy.denials.writeCounted(atOnce: true)
        var filter = AuditFilter()
        filter.outcome = .denied
        let entries = try await use.store.read { [filter] (tx) throws(DatabaseError) in
            try tx.auditEntries(filter, before: nil, limit: 100).items.map(\.entry)
        }
        let entry = try #require(entries.first)
        #expect(entries.count == 1)
        #expect(entry.actor == AuditActor(key: nil, address: "192.0.2.7"))
        #expect(entry.times == 5)
    }
}
