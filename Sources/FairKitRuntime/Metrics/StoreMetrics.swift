package import CoreMetrics
import FairKitService

package import struct Relational.DatabaseObserver

extension DatabaseObserver {
    /// Records the operations of a store's database.
    package init(_ factory: any MetricsFactory) {
        let commits = Counter(label: "fairkit_commits_total", factory: factory)
        let failures = Counter(label: "fairkit_commit_failures_total", factory: factory)
        let damage = Counter(label: "fairkit_store_damage_total", factory: factory)
        let altered = Counter(label: "fairkit_rows_altered_total", factory: factory)
        let refusals = Counter(label: "fairkit_database_refusals_total", factory: factory)
        let size = Recorder(label: "fairkit_commit_group_size", factory: factory)
        let duration = Timer(label: "fairkit_commit_duration_seconds", dimensions: [], factory: factory)
        let pages = Meter(label: "fairkit_wal_pages", factory: factory)
        let wait = Timer(label: "fairkit_read_wait_seconds", dimensions: [], factory: factory)
        self.init(
            committed: { writes, time, pagesInWAL in
                commits.increment()
                size.record(writes)
                duration.record(time)
                pages.set(pagesInWAL)
            },
            failed: { _ in failures.increment() },
            damaged: { damage.increment() },
            refused: { refusals.increment() },
            readBegan: { wait.record($0) })
        foundAltered = { _ in altered.increment() }
    }
}
