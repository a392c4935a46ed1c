package import CoreMetrics
package import FairKitCore
package import FairKitStore
import Synchronization

/// Brings those metrics up to date that are counted when they are asked for: the queue, the store, the process.
package final class CollectMetrics: Sendable {
    private struct Counted {
        var lastEvent: Int64 = 0
        var queue: (count: QueueCount, at: Timestamp)?
    }

    private let store: Store
    private let workers: ScanWorkerPool
    private let now: Now
    private let queue: QueueMetrics
    private let outbox: OutboxMetrics
    private let process: ProcessMetrics
    private let gauges: Gauges
    private let failures: Counter
    private let counted = Mutex(Counted())

    /// The queue is counted no more often than that, however many ask.
    private static let milliseconds: Int64 = 10_000

    /// Events are counted in parts that take no reader away for long, however many have come.
    private static let eventsAtOnce: Int64 = 50_000

    package init(store: Store, workers: ScanWorkerPool, now: @escaping Now, metrics: any MetricsFactory) {
        self.store = store
        self.workers = workers
        self.now = now
        queue = QueueMetrics(metrics)
        outbox = OutboxMetrics(metrics)
        process = ProcessMetrics(metrics)
        gauges = Gauges(metrics)
        failures = Counter(label: "fairkit_metrics_failures_total", factory: metrics)
    }

    /// Leaves out what has happened before: counters count from the start of the process.
    package func begin() async {
        do {
            let last = try await store.read { (tx) throws(DatabaseError) in try tx.lastAlertEvent() }
            counted.withLock { $0.lastEvent = last }
        } catch {
            failures.increment()
        }
    }

    /// What can't be counted now keeps its last value, and is counted as a failure.
    package func callAsFunction() async {
        process.show()
        gauges.show(store, workers)
        let now = now()
        let last = counted.withLock { $0.queue }
        let age = last.map { now.milliseconds - $0.at.milliseconds }
        // Whatever comes of the count, what waits grows older.
        if let last { queue.showAges(last.count, at: now) }
        if let age, (0..<CollectMetrics.milliseconds).contains(age) { return }
        do throws(DatabaseError) {
            try await countEvents()
            let count = try await store.read { (tx) throws(DatabaseError) in try tx.queueCount(at: now) }
            counted.withLock { $0.queue = (count, now) }
            queue.show(count)
            queue.showThroughput(count)
            queue.showAges(count, at: now)
            outbox.show(try await store.read { (tx) throws(DatabaseError) in try tx.waitingMails() }, at: now)
        } catch {
            failures.increment()
        }
    }

    private func countEvents() async throws(DatabaseError) {
        var isComplete = false
        while !isComplete {
            let after = counted.withLock { $0.lastEvent }
            let part = try await store.read { (tx) throws(DatabaseError) in
                try tx.alertEvents(after: after, atMost: CollectMetrics.eventsAtOnce)
            }
            // Two may have counted at the same time: what happened is added once.
            let isFirst = counted.withLock { counted in
                guard counted.lastEvent == after else { return false }
                counted.lastEvent = part.last
                return true
            }
            guard isFirst else { return }
            queue.add(part)
            isComplete = part.isComplete
        }
    }
}

/// What the store and the workers tell of themselves.
private struct Gauges: Sendable {
    private let writes, reads, capacity, database, wal, available, size, reserve, pictures: Meter

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
        pictures = meter("scans_waiting")
    }

    func show(_ store: Store, _ workers: ScanWorkerPool) {
        let load = store.load
        writes.set(load.writesWaiting)
        reads.set(load.readsWaiting)
        capacity.set(load.writesAllowed)
        let sizes = store.sizes
        database.set(sizes.database)
        wal.set(sizes.wal)
        available.set(sizes.diskAvailable)
        size.set(sizes.diskSize)
        reserve.set(store.isDiskFull ? 1 : 0)
        pictures.set(workers.waiting)
    }
}
