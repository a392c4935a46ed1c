import BarcodeReader
import CoreMetrics
import FairKitCore

/// Metrics of photos and scan workers.
struct ScanMetrics: Sendable {
    /// Workers that are reading a picture.
    let busy: Meter
    /// Workers that wait for a picture.
    let idle: Meter
    private let deaths: [Death: Counter]
    private let duration: Timer
    private let outcomes: [String: Counter]

    /// How a worker ended without a report.
    enum Death: String, CaseIterable {
        case notStarted = "not-started"
        case withoutCage = "without-cage"
        case withoutReport = "without-report"
    }

    init(_ factory: any MetricsFactory) {
        func workers(_ state: String) -> Meter {
            Meter(label: "fairkit_scan_workers", dimensions: [("state", state)], factory: factory)
        }
        (busy, idle) = (workers("busy"), workers("idle"))
        deaths = counters("fairkit_scan_worker_deaths_total", "reason", Death.allCases, factory)
        duration = Timer(label: "fairkit_scan_duration_seconds", dimensions: [], factory: factory)
        let names =
            ["kit", "several-kits", "checksum-mismatch", "not-a-kit", "no-barcode"]
            + ["unreadable", "busy", "worker-failed", "unavailable", "uncaged", "stopped"]
        outcomes = Dictionary(
            uniqueKeysWithValues: names.map { name in
                (name, Counter(label: "fairkit_scans_total", dimensions: [("outcome", name)], factory: factory))
            })
    }

    func died(_ death: Death) { deaths[death]?.increment() }

    /// - Parameter time: from the request for a worker to the result.
    func scanned(_ result: Result<ScanPhoto.Reading, ScanPhoto.Failure>, in time: Duration) {
        outcomes[outcome(of: result)]?.increment()
        duration.record(time)
    }

    private func outcome(of result: Result<ScanPhoto.Reading, ScanPhoto.Failure>) -> String {
        switch result {
        case .success(let reading): reading.kit.outcome
        case .failure(.picture): "unreadable"
        case .failure(.worker(.busy)): "busy"
        case .failure(.worker(.workerFailed)): "worker-failed"
        case .failure(.worker(.unavailable)): "unavailable"
        case .failure(.worker(.uncaged)): "uncaged"
        case .failure(.worker(.stopped)): "stopped"
        }
    }
}
