import FairKitCore
import FairKitRuntime
import FairKitService
import FairKitStore
import FairKitVault
import FoundationEssentials
import Logging
import Support
import Testing

@Suite struct `A tenant whose work traps` {
    /// A server with traps of earlier ones.
    private struct Server {
        let house: TenantHouse
        let tenants: OpenTenants
        var file: TrapFile { TrapFile(in: house.directory) }
    }

    let house: TenantHouse
    let kisumu: TenantName
    let clinic: Tenant
    let first: Tenant

    init() async throws {
        house = try await TenantHouse()
        kisumu = try #require(TenantName("kisumu"))
        clinic = try await house.tenants().create(kisumu, by: .command)
        first = try #require(try await house.installation.tenants().first { $0.name == .standard })
    }

    /// The next server, after traps so many minutes ago.
    private func serving(_ traps: [(Tenant, minutes: [Int])], isServer: Bool = true) async throws -> Server {
        let house = try await TenantHouse(copyOf: house)
        let now = house.time.now
        try TrapFile(in: house.directory).replace(
            with: traps.flatMap { tenant, minutes in
                minutes.map { Trap(of: tenant.id, at: now.advanced(by: .seconds(-60 * $0))) }
            })
        let read = TenantTraps(in: house.directory, isRecorded: isServer, at: now, logger: .quiet)
        return Server(house: house, tenants: house.tenants(traps: read))
    }

    private func isClosed(_ tenant: Tenant, in server: Server) async -> Bool {
        do throws(TenantFailure) { _ = try await server.tenants.use(tenant.name) } catch {
            guard case .store(.trapped(let pair)) = error else {
                Issue.record("\(error)")
                return true
            }
            #expect(error.description.contains("\(pair.second)") && error.description.contains("fairkit tenant resume"))
            return true
        }
        return false
    }

    @Test func `is served after one trap, and named`() async throws {
        let server = try await serving([(clinic, [5])])
        #expect(await !isClosed(clinic, in: server))
        #expect(server.tenants.traps?.count(at: server.house.time.now) == 1)
        #expect(server.tenants.traps?.count(at: server.house.time.now.advanced(by: .seconds(86_400))) == 0)
    }

    @Test func `is left closed after the second one within an hour, and others are served`() async throws {
        let server = try await serving([(clinic, [500, 450]), (first, [3])])
        try await server.tenants.openFirst()
        await server.tenants.openAll()
        #expect(await isClosed(clinic, in: server))
        #expect(await !isClosed(first, in: server))
        #expect(await server.tenants.leftClosed == [clinic.id])
        // It stays so at each later start.
        let later = server.house.time.now.advanced(by: .seconds(86_400 * 7))
        #expect(
            TenantTraps(in: server.house.directory, isRecorded: true, at: later, logger: .quiet).count(at: later) == 2)
        #expect(try server.file.traps().map(\.tenant) == [clinic.id, clinic.id])
    }

    @Test func `is opened again by an operator, which is recorded`() async throws {
        let server = try await serving([(clinic, [5, 1]), (first, [3])])
        #expect(await isClosed(clinic, in: server))
        #expect(try await server.tenants.set(kisumu, suspended: false, by: .command).state == .active)
        #expect(await !isClosed(clinic, in: server))
        #expect(await server.tenants.leftClosed == [])
        #expect(try server.file.traps().map(\.tenant) == [first.id])
        let store = try await server.tenants.use(.standard).store
        let entries = try await store.read { (tx) throws(DatabaseError) in
            try tx.auditEntries(after: 0, through: .max, from: nil, to: nil, limit: 100).map(\.entry)
        }
        #expect(entries.last?.action == .tenantResumed && entries.last?.object == "\(clinic.id)")
        // Now there is nothing to resume.
        await #expect(throws: TenantChangeFailure.self) {
            try await server.tenants.set(kisumu, suspended: false, by: .command)
        }
    }

    @Test func `is left closed even if it is the first one`() async throws {
        let server = try await serving([(first, [5, 1])])
        try await server.tenants.openFirst()
        #expect(await isClosed(first, in: server))
        #expect(await server.tenants.servesWithoutFirst)
    }

    @Test func `is served if no other tenant is protected by closing it`() async throws {
        let both = try await serving([(first, [5, 1]), (clinic, [30, 4])])
        try await both.tenants.openFirst()
        #expect(await !isClosed(first, in: both))
        #expect(await !isClosed(clinic, in: both))
        let alone = try await serving([(first, [5, 1])])
        _ = try await alone.tenants.set(kisumu, suspended: true, by: .command)
        try await alone.tenants.openFirst()
        #expect(await !isClosed(first, in: alone))
    }

    @Test(.onFiles) func `is served if no other tenant can be opened`() async throws {
        let server = try await serving([(first, [5, 1])])
        let database = "\(server.house.directory.path)/tenants/\(clinic.id)/health.db"
        try Data(repeating: 7, count: 8192).write(to: URL(filePath: database))
        try await server.tenants.openFirst()
        #expect(await !isClosed(first, in: server))
    }

    @Test func `is opened by commands, and for operators while it is suspended`() async throws {
        let command = try await serving([(clinic, [5, 1])], isServer: false)
        #expect(await !isClosed(clinic, in: command))
        let server = try await serving([(clinic, [5, 1])])
        _ = try await server.tenants.set(kisumu, suspended: true, by: .command)
        _ = try await server.tenants.use(kisumu, evenSuspended: true)
    }

    @Test func `is found in a file with lines that are damaged`() throws {
        let file = TrapFile(in: house.directory)
        let lines = "\(clinic.id) 001795900000\n\(clinic.id) 00179\u{0}\n\n\(clinic.id)\n-5 -5\n"
        try Data(lines.utf8).write(to: URL(filePath: file.path))
        #expect(try file.traps() == [Trap(of: clinic.id, at: Timestamp(milliseconds: 1_795_900_000_000))])
    }
}
