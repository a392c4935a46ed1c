import FairKitCore
import FairKitRuntime
import FairKitService
import FairKitStore
import FairKitVault
import FoundationEssentials
import KeyRing
import ServiceLifecycle
import Support
import Testing

@Suite struct `Tenants` {
    let house: TenantHouse
    let tenants: OpenTenants
    let kisumu: TenantName

    init() async throws {
        house = try await TenantHouse()
        tenants = house.tenants(running: true)
        kisumu = try #require(TenantName("kisumu"))
    }

    /// The files in a tenant's folder.
    private func files(of tenant: Tenant) -> [String] {
        let path = "\(house.directory.path)/tenants/\(tenant.id)"
        return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    private var isOpen: Bool {
        get async { await tenants.openStores.contains { $0.tenant.name == kisumu } }
    }

    private func addPerson(to name: TenantName) async throws -> ProfileID {
        let details = ProfileDetails(
            givenName: "Ada", familyName: "Otieno", birthDate: CalendarDate(daysSince1970: 3711), sex: .female,
            email: nil, phone: nil, language: .english, timeZone: "UTC", knownGenotype: nil, identifiers: [],
            consents: Consents(clinicians: true, partners: true))
        return try await tenants.use(name).tenancy.profiles.create(details, by: .command).id
    }

    @Test func `begin with the first one, and are listed by name`() async throws {
        #expect(try await tenants.list().map(\.name) == [.standard])
        let made = try await tenants.create(kisumu, by: .command)
        #expect(try await tenants.list().map(\.name) == [.standard, kisumu])
        #expect(made.state == .active)
        #expect(house.holds(made))
        #expect(TestEngine.current != .files || files(of: made) == ["audit.anchor", "health.db", "key.json"])
    }

    @Test func `see nothing of one another`() async throws {
        _ = try await tenants.create(kisumu, by: .command)
        let person = try await addPerson(to: kisumu)
        #expect(try await tenants.use(kisumu).tenancy.profiles.show(person, by: .command).profile.id == person)
        await #expect(throws: Refusal<Never>.self) {
            try await tenants.use(.standard).tenancy.profiles.show(person, by: .command)
        }
    }

    @Test func `accept a key only in its own tenant`() async throws {
        _ = try await tenants.create(kisumu, by: .command)
        let secret = try await tenants.use(kisumu).tenancy.keys.create(
            name: "a", for: .administrator, by: .command
        ).secret
            .text
        _ = try await tenants.use(kisumu).tenancy.callers.authenticate(apiKey: secret)
        await #expect(throws: AuthenticationFailure.self) {
            try await tenants.use(.standard).tenancy.callers.authenticate(apiKey: secret)
        }
    }

    @Test func `have different names, also if two are created at once`() async throws {
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for _ in 1...4 {
                group.addTask { [tenants, kisumu] in
                    (try? await tenants.create(kisumu, by: .command)) != nil
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.filter(\.self).count == 1)
        #expect(try await tenants.list().map(\.name) == [.standard, kisumu])
        if TestEngine.current == .files {
            let folders = try FileManager.default.contentsOfDirectory(atPath: "\(house.directory.path)/tenants")
            #expect(folders.count == 2)
        }
    }

    @Test func `are created and changed only by administrators`() async throws {
        let clinician = Caller(subject: Subject(.machine, role: .clinician), route: "test", requestID: "test")
        await #expect(throws: TenantChangeFailure.self) { try await tenants.create(kisumu, by: clinician) }
        _ = try await tenants.create(kisumu, by: .command)
        await #expect(throws: TenantChangeFailure.self) {
            try await tenants.set(kisumu, suspended: true, by: clinician)
        }
        await #expect(throws: TenantChangeFailure.self) {
            try await tenants.erase(kisumu, newKeyIn: nil, by: clinician)
        }
        await #expect(throws: (any Error).self) {
            try await tenants.backUp(to: "\(house.directory.path)-copy", by: clinician)
        }
        #expect(try await tenants.list().last?.state == .active)
    }

    @Test func `refuse all requests while suspended, and lose nothing`() async throws {
        _ = try await tenants.create(kisumu, by: .command)
        let person = try await addPerson(to: kisumu)
        _ = try await tenants.set(kisumu, suspended: true, by: .command)
        await #expect(throws: TenantFailure.self) { _ = try await tenants.use(kisumu) }
        #expect(await !isOpen)
        _ = try await tenants.set(kisumu, suspended: false, by: .command)
        #expect(try await tenants.use(kisumu).tenancy.profiles.show(person, by: .command).profile.id == person)
    }

    @Test func `are found only by their new name once renamed`() async throws {
        let made = try await tenants.create(kisumu, by: .command)
        let person = try await addPerson(to: kisumu)
        let siaya = try #require(TenantName("siaya"))
        #expect(try await tenants.rename(kisumu, to: siaya, by: .command).id == made.id)
        await #expect(throws: TenantFailure.self) { _ = try await tenants.use(kisumu) }
        #expect(try await tenants.use(siaya).tenancy.profiles.show(person, by: .command).profile.id == person)
        await #expect(throws: TenantChangeFailure.self) {
            try await tenants.rename(siaya, to: .standard, by: .command)
        }
        await #expect(throws: TenantChangeFailure.self) {
            try await tenants.rename(.standard, to: kisumu, by: .command)
        }
    }

    @Test(.onFiles) func `are backed up also without having been opened before`() async throws {
        let path = "\(house.directory.path)-copy"
        let backup = try await house.tenants().backUp(to: path, by: .command)
        #expect(backup.counts.auditEntries == 0)
        #expect(FileManager.default.fileExists(atPath: "\(path)/control.db"))
    }

    @Test func `are all opened once at start, except suspended ones`() async throws {
        let siaya = try #require(TenantName("siaya"))
        for name in [kisumu, siaya] { _ = try await tenants.create(name, by: .command) }
        _ = try await tenants.set(siaya, suspended: true, by: .command)
        await tenants.openAll()
        #expect(Set(await tenants.openStores.map(\.tenant.name)) == [.standard, kisumu])
    }

    @Test func `that are suspended are closed again after the operator's use`() async throws {
        _ = try await tenants.create(kisumu, by: .command)
        try await raiseAlert(in: kisumu)
        _ = try await tenants.set(kisumu, suspended: true, by: .command)
        _ = try await tenants.use(kisumu, evenSuspended: true)
        #expect(await isOpen)
        house.time.advance(by: .seconds(61))
        await tenants.maintain()
        #expect(await !isOpen)
    }

    @Test func `are closed after a minute without use, and reopened by a request`() async throws {
        _ = try await tenants.create(kisumu, by: .command)
        let person = try await addPerson(to: kisumu)
        _ = try await tenants.use(kisumu).tenancy.profiles.index()
        await tenants.maintain()
        #expect(await isOpen)
        house.time.advance(by: .seconds(61))
        await tenants.maintain()
        #expect(await !isOpen)
        #expect(try await tenants.use(kisumu).tenancy.profiles.show(person, by: .command).profile.id == person)
        #expect(await isOpen)
    }

    @Test func `leave nothing in memory when they are closed`() async throws {
        let (time, workers) = (house.time, house.workers)
        let tenants: OpenTenants = house.open { store in
            let tenancy = Tenancy(
                store: store, workers: workers, passwords: .quick, zones: TimeZones(),
                settings: Tenancy.Settings(link: .example), now: { time.now },
                clock: StillClock())
            let services: [any Service] = [
                AuditCheckpoints(
                    store: store, denials: tenancy.denials, now: { time.now }, clock: StillClock(), logger: .quiet),
                DeleteExpired(store: store, now: { time.now }, clock: StillClock(), logger: .quiet),
                RepeatedWork.backfillGroups(tenancy, logger: .quiet),
                tenancy.waiters, tenancy.feed,
            ]
            return TenantApp(tenancy, services: services)
        }
        _ = try await tenants.create(kisumu, by: .command)
        weak var store: Store?
        weak var waiters: ClaimWaiters?
        do {
            let use = try await tenants.use(kisumu)
            (store, waiters) = (use.store, use.tenancy.waiters)
            _ = try await use.tenancy.keys.create(name: "a", for: .administrator, by: .command)
        }
        #expect(store != nil && waiters != nil)
        house.time.advance(by: .seconds(61))
        await tenants.maintain()
        // Only the first tenant, which stays open.
        #expect(await tenants.openStores.map(\.tenant.name) == [.standard])
        // The task that closed it returns before it is freed with what it holds.
        for _ in 1...100_000 where store != nil || waiters != nil { await Task.yield() }
        #expect(store == nil)
        #expect(waiters == nil)
    }

    @Test func `stay open while they are in use`() async throws {
        _ = try await tenants.create(kisumu, by: .command)
        let use = try await tenants.use(kisumu)
        house.time.advance(by: .seconds(3600))
        await tenants.maintain()
        #expect(await isOpen)
        _ = try await use.tenancy.keys.list(all: true, before: nil, limit: 1, by: .command)
    }

    @Test func `stay open while a critical alert waits, even without requests`() async throws {
        _ = try await tenants.create(kisumu, by: .command)
        try await raiseAlert(in: kisumu)
        house.time.advance(by: .seconds(3600))
        await tenants.maintain()
        #expect(await isOpen)
    }

    private func raiseAlert(in name: TenantName) async throws {
        let tenancy = try await tenants.use(name).tenancy
        let (key, _) = try await tenancy.keys.create(
            name: "analyser", for: .laboratory("Kisumu Central"), by: .command)
        let laboratory = Caller(subject: Subject(.key(key.id), role: key.role), route: "test", requestID: "test")
        let findings = Findings(
            testDate: house.time.now.date(),
            level: Level(value: Thousandths(count: 820_000), unit: .milligramsPerDecilitre), genotype: nil, method: nil,
            reportedRange: nil)
        let request = ResultReport(
            reference: "N-1", kitCode: "FU-KIT-2025110701-X", status: .final, findings: findings)
        _ = try await tenancy.results.record(request, by: laboratory)
    }

    @Test(.onFiles) func `with a damaged file do not stop other tenants`() async throws {
        let made = try await tenants.create(kisumu, by: .command)
        let file = "\(house.directory.path)/tenants/\(made.id)/health.db"
        try Data(repeating: 7, count: 8192).write(to: URL(filePath: file))
        await #expect(throws: TenantFailure.self) { _ = try await tenants.use(kisumu) }
        _ = try await addPerson(to: .standard)
    }
}
