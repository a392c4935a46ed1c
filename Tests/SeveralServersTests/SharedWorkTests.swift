import Coordination
import FairKitCore
import FairKitRuntime
import FairKitService
import FairKitStore
import Relational
import ServiceLifecycle
import Support
import Synchronization
import Testing

/// Counts the runs of a server's work for tenants.
private final class Counted: Sendable {
    private let running = Mutex<[TenantName: Int]>([:])

    func count(_ name: TenantName) -> Int { running.withLock { $0[name, default: 0] } }

    func add(_ change: Int, _ name: TenantName) { running.withLock { $0[name, default: 0] += change } }

    /// Returns once the work of a tenant runs so often.
    func until(_ count: Int, _ name: TenantName = .standard) async {
        while self.count(name) != count { await Task.yield() }
    }
}

/// Runs until it is stopped.
private struct Work: Service {
    let name: TenantName
    let counted: Counted

    func run() async {
        counted.add(1, name)
        await cancelWhenGracefulShutdown { await Monitor<Void, Void, Void>(()).wait { _ in false } }
        counted.add(-1, name)
    }
}

@Suite struct `Work that is done once` {
    let house: SharedHouse
    let one: SharedServer
    let two: SharedServer
    private let atOne = Counted()
    private let atTwo = Counted()

    init() async throws {
        house = try SharedHouse()
        one = try await house.server("one") { [atOne] in [Work(name: $0.name, counted: atOne)] }
        two = try await house.server("two") { [atTwo] in [Work(name: $0.name, counted: atTwo)] }
    }

    /// As if the leases in the database had been renewed so long ago.
    private func age(by seconds: Int) async throws {
        _ = try await one.installation.control.write { (tx) throws(DatabaseError) in
            try tx.run("UPDATE lease SET until_at = until_at - \(seconds * 1000)")
        }
    }

    private func openBoth() async throws {
        for server in [one, two] { _ = try await server.tenants.use(.standard) }
        try await one.share()
        try await two.share()
        await atOne.until(1)
    }

    @Test(.timeLimit(.minutes(10))) func `runs on one of two servers that have the tenant open`() async throws {
        try await openBoth()
        #expect(one.leases.held.count == 2 && two.leases.held == [])
        #expect(atTwo.count(.standard) == 0)
    }

    @Test(.timeLimit(.minutes(10))) func `is taken over after a death, and before that the dead server has stopped`()
        async throws
    {
        try await openBoth()
        try await two.share()
        #expect(two.leases.held == [], "the lease lasts eight seconds")
        // The first one reaches no database for six seconds.
        one.clock.advance(by: .seconds(6))
        await atOne.until(0)
        try await age(by: 8)
        try await two.share()
        await atTwo.until(1)
        // It comes back, and finds its work taken.
        try await one.share()
        #expect(one.leases.held == [] && atOne.count(.standard) == 0)
    }

    @Test(.timeLimit(.minutes(10))) func `stops when a server that stood still finds its lease taken`() async throws {
        try await openBoth()
        try await age(by: 9)
        try await two.share()
        await atTwo.until(1)
        // Its own clock stood still as well.
        #expect(atOne.count(.standard) == 1)
        try await one.share()
        await atOne.until(0)
    }

    @Test(.timeLimit(.minutes(10))) func `goes to the other one at once when a server stops`() async throws {
        try await openBoth()
        let record = try #require(one.installation.servingAs)
        try await one.installation.control.write { (tx) throws(DatabaseError) in try tx.endLeases(of: record) }
        try await two.share()
        await atTwo.until(1)
    }

    @Test func `is done by a server that starts again after the clock of its machine was set back`() async throws {
        // It dies without a word.
        try await house.server("three", ahead: .seconds(3600)).share()
        let again = try await house.server("three")
        _ = try await again.tenants.use(.standard)
        try await again.share()
        #expect(again.leases.held.count == 2)
    }

    @Test(.timeLimit(.minutes(10))) func `is shared out evenly, and no tenant is left out`() async throws {
        var names: [TenantName] = [.standard]
        for number in 1...4 {
            let name = try #require(TenantName("clinic-\(number)"))
            _ = try await one.tenants.create(name, by: .command)
            names.append(name)
        }
        for name in names { _ = try await one.tenants.use(name) }
        try await one.share()
        #expect(one.leases.held.count == 6)
        for _ in 0..<8 {
            try await two.together.follow()
            try await two.share()
            await two.tenants.maintain()
            try await one.share()
        }
        #expect(one.leases.held.subtracting([.list]).count == 3)
        #expect(two.leases.held.count == 2)
        for name in names {
            while atOne.count(name) + atTwo.count(name) != 1 { await Task.yield() }
        }
        #expect(names.count { atTwo.count($0) == 1 } == 2)
    }

    @Test func `is recording changes of tenants, too: each is in the audit log once`() async throws {
        _ = try await two.tenants.use(.standard)
        try await one.share()
        _ = try await two.tenants.create(try #require(TenantName("kisumu")), by: .command)
        for _ in 0..<2 {
            await two.tenants.maintain()
            await one.tenants.maintain()
        }
        var filter = AuditFilter()
        filter.action = .tenantCreated
        let entries = try await one.tenants.use(.standard).store.read { [filter] (tx) throws(DatabaseError) in
            try tx.auditEntries(filter, before: nil, limit: 100).items
        }
        #expect(entries.count == 1)
    }
}
