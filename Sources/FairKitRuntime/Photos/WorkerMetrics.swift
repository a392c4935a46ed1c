import CoreMetrics
import FairKitService

/// Metrics of the sandboxed workers of one kind.
struct WorkerMetrics: Sendable {
    /// The kind of work that workers do; the word stands in the names of the metrics.
    enum Kind: String {
        /// They read photos.
        case scan
        /// They draw documents and charts.
        case draw
    }

    /// How a worker ended without a report.
    enum Death: String, CaseIterable {
        case notStarted = "not-started"
        case withoutSandbox = "without-cage"
        case withoutReport = "without-report"
    }

    /// Workers that have a job.
    let busy: Meter
    /// Workers that wait for one.
    let idle: Meter
    private let deaths: [Death: Counter]

    init(_ kind: Kind, _ factory: any MetricsFactory) {
        func workers(_ state: String) -> Meter {
            Meter(label: "fairkit_\(kind.rawValue)_workers", dimensions: [("state", state)], factory: factory)
        }
        (busy, idle) = (workers("busy"), workers("idle"))
        deaths = counters("fairkit_\(kind.rawValue)_worker_deaths_total", "reason", Death.allCases, factory)
    }

    func died(_ death: Death) { deaths[death]?.increment() }
}

extension Meter {
    /// Adds one while the body runs.
    func whileRunning<T>(_ body: () async -> T) async -> T {
        increment()
        defer { decrement() }
        return await body()
    }
}
