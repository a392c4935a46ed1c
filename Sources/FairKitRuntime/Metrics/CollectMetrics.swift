package import CoreMetrics
package import FairKitCore
package import FairKitStore
import Synchronization

import struct Relational.DatabaseLoad

/// Updates the metrics that are computed for each scrape: the queue, the store, security events, the process.
package final class CollectMetrics: Sendable {
    /// The histories that are counted from where the last count ended.
    private enum History {
        case alerts
        case audit
    }

    private struct Counted {
        /// The number of the last counted event.
        var last: [History: Int64] = [:]
        var queue: (count: QueueCount, at: Timestamp)?
        /// When the kits were last counted.
        var kits: Timestamp?
    }

    private let storage: @Sendable () async -> StorageUse
    private let stores: @Sendable () async -> [(TenantName, Store)]
    private let leftClosed: @Sendable () async -> Int
    private let traps: @Sendable () -> Int
    private let workers: ScanWorkerPool
    private let now: Now
    private let queue: QueueMetrics
    private let outbox: OutboxMetrics
    private let security: SecurityMetrics
    private let kits: KitMetrics
    private let process: ProcessMetrics
    private let gauges: Gauges
    private let failures: Counter
    /// A closed tenant keeps its last counts: nothing critical waits in it.
    private let counted = Mutex<[TenantName: Counted]>([:])

    /// The queue is counted at most this often, however many scrapes there are.
    private static let milliseconds: Int64 = 10_000

    /// Due kits are counted at most this often: the count reads all registered kits, and changes daily.
    private static let millisecondsOfKits: Int64 = 300_000

    /// Events are counted in parts, so that no reader is blocked for long.
    private static let eventsAtOnce: Int64 = 50_000

    /// - Parameters:
    ///   - storage: measures the disk and the database.
    ///   - stores: the open stores.
    ///   - leftClosed: counts the tenants that could not be opened.
    ///   - traps: counts the faults in the work of tenants that ended earlier servers.
    package init(
        workers: ScanWorkerPool, now: @escaping Now, metrics: any MetricsFactory,
        storage: @escaping @Sendable () async -> StorageUse,
        stores: @escaping @Sendable () async -> [(TenantName, Store)],
        leftClosed: @escaping @Sendable () async -> Int = { 0 }, traps: @escaping @Sendable () -> Int = { 0 }
    ) {
        self.traps = traps
        self.leftClosed = leftClosed
        self.storage = storage
        self.stores = stores
        self.workers = workers
        self.now = now
        queue = QueueMetrics(metrics)
        outbox = OutboxMetrics(metrics)
        security = SecurityMetrics(metrics)
        kits = KitMetrics(metrics)
        process = ProcessMetrics(metrics)
        gauges = Gauges(metrics)
        failures = Counter(label: "fairkit_metrics_failures_total", factory: metrics)
    }

    /// Skips a tenant's earlier events: counters start with the process.
    package func begin(_ tenant: TenantName, _ store: Store) async {
        guard counted.withLock({ $0[tenant] == nil }) else { return }
        do {
            let (event, entry) = try await store.read { (tx) throws(DatabaseError) in
                (try tx.lastAlertEvent(), try tx.lastAuditNumber())
            }
            counted.withLock { $0[tenant] = $0[tenant] ?? Counted(last: [.alerts: event, .audit: entry]) }
        } catch {
            failures.increment()
        }
    }

    /// A value that can't be computed keeps its last state, and counts as a failure.
    package func callAsFunction() async {
        process.show()
        let open = await stores()
        gauges.show(open.map(\.1), workers)
        gauges.show(await storage())
        gauges.show(leftClosed: await leftClosed(), traps: traps())
        for (tenant, store) in open { await count(tenant, store) }
    }

    private func count(_ tenant: TenantName, _ store: Store) async {
        let now = now()
        let last = counted.withLock { $0[tenant]?.queue }
        let age = last.map { now.milliseconds - $0.at.milliseconds }
        // Ages keep growing, even if the count fails.
        if let last { queue.showAges(last.count, of: tenant, at: now) }
        if let age, (0..<CollectMetrics.milliseconds).contains(age) { return }
        do throws(DatabaseError) {
            try await countEvents(tenant, store)
            let count = try await store.read { (tx) throws(DatabaseError) in try tx.queueCount(at: now) }
            counted.withLock { $0[tenant, default: Counted()].queue = (count, now) }
            queue.show(count, of: tenant)
            queue.showThroughput(count, of: tenant)
            queue.showAges(count, of: tenant, at: now)
            let mails = try await store.read { (tx) throws(DatabaseError) in try tx.waitingMails() }
            outbox.show(mails, of: tenant, at: now)
            try await countEntries(tenant, store)
            try await countKits(tenant, store, at: now)
            let state = try await store.read { (tx) throws(DatabaseError) in try tx.securityState(at: now) }
            security.show(state, of: tenant, at: now)
            let entry = counted.withLock { $0[tenant]?.last[.audit] ?? 0 }
            security.show(lastEntry: entry, isIncomplete: store.isIncomplete, of: tenant)
        } catch {
            failures.increment()
        }
    }

    private func countKits(_ tenant: TenantName, _ store: Store, at now: Timestamp) async throws(DatabaseError) {
        let age = counted.withLock { $0[tenant]?.kits }.map { now.milliseconds - $0.milliseconds }
        if let age, (0..<CollectMetrics.millisecondsOfKits).contains(age) { return }
        let due = try await store.read { (tx) throws(DatabaseError) in try tx.kitsDue(at: now) }
        counted.withLock { $0[tenant, default: Counted()].kits = now }
        kits.show(due, of: tenant)
    }

    private func countEvents(_ tenant: TenantName, _ store: Store) async throws(DatabaseError) {
        try await count(tenant, .alerts) { (after) throws(DatabaseError) in
            let part = try await store.read { (tx) throws(DatabaseError) in
                try tx.alertEvents(after: after, atMost: CollectMetrics.eventsAtOnce)
            }
            return Part(last: part.last, isComplete: part.isComplete) { self.queue.add(part, of: tenant) }
        }
    }

    private func countEntries(_ tenant: TenantName, _ store: Store) async throws(DatabaseError) {
        try await count(tenant, .audit) { (after) throws(DatabaseError) in
            let part = try await store.read { (tx) throws(DatabaseError) in
                try tx.securityEvents(after: after, atMost: CollectMetrics.eventsAtOnce)
            }
            return Part(last: part.last, isComplete: part.isComplete) { self.security.add(part, of: tenant) }
        }
    }

    /// A counted part of a history.
    private struct Part {
        let last: Int64
        let isComplete: Bool
        let add: () -> Void
    }

    /// Counts a history from where the last count ended.
    private func count(
        _ tenant: TenantName, _ history: History,
        _ next: (Int64) async throws(DatabaseError) -> Part
    ) async throws(DatabaseError) {
        var isComplete = false
        while !isComplete {
            let after = counted.withLock { $0[tenant]?.last[history] ?? 0 }
            let part = try await next(after)
            // Two scrapes may count at the same time, but events are added once.
            let isFirst = counted.withLock { counted in
                guard counted[tenant, default: Counted()].last[history] ?? 0 == after else { return false }
                counted[tenant, default: Counted()].last[history] = part.last
                return true
            }
            guard isFirst else { return }
            part.add()
            isComplete = part.isComplete
        }
    }
}

/// The metrics that stores and workers report themselves.
private struct Gauges: Sendable {
    private let writes, reads, capacity, database, wal, available, size, reserve, failing, open, unopened,
        trapped, pictures: Meter

    init(_ factory: any MetricsFactory) {
        func meter(_ name: String) -> Meter { Meter(label: "fairkit_\(name)", factory: factory) }
        writes = meter("write_queue_length")
        reads = meter("read_queue_length")
        capacity = meter("write_queue_capacity")
        database = meter("database_bytes")
        wal = meter("wal_bytes")
        available = meter("disk_available_bytes")
        size = meter("disk_size_bytes")
        reserve = meter("disk_reserve_given_up")
        failing = meter("writes_failing")
        open = meter("tenants_open")
        unopened = meter("tenants_unopened")
        trapped = meter("tenant_traps")
        pictures = meter("scans_waiting")
    }

    func show(leftClosed: Int, traps: Int) {
        unopened.set(leftClosed)
        trapped.set(traps)
    }

    /// - Parameter stores: the open stores, whose values are summed.
    func show(_ stores: [Store], _ workers: ScanWorkerPool) {
        let (loads, sizes) = (stores.map(\.load), stores.compactMap(\.sizes))
        writes.set(loads.reduce(0) { $0 + $1.writesWaiting })
        reads.set(loads.reduce(0) { $0 + $1.readsWaiting })
        capacity.set(loads.map(\.allowed).max() ?? 0)
        if !sizes.isEmpty { database.set(sizes.reduce(0) { $0 + $1.database }) }
        wal.set(sizes.reduce(0) { $0 + $1.wal })
        reserve.set(stores.contains(where: \.isDiskFull) ? 1 : 0)
        failing.set(stores.count(where: \.writesFail))
        open.set(stores.count)
        pictures.set(workers.waiting)
    }

    /// A metric whose value can't be told now keeps its last value.
    func show(_ use: StorageUse) {
        if let disk = use.disk {
            available.set(disk.available)
            size.set(disk.size)
        }
        if let bytes = use.database { database.set(bytes) }
    }
}
