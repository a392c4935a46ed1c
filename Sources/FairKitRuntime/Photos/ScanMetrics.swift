import CoreMetrics
import FairKitCore
import FairKitService

/// Metrics of photos.
struct ScanMetrics: Sendable {
    private let duration: Timer
    private let outcomes: [String: Counter]

    init(_ factory: any MetricsFactory) {
        duration = Timer(label: "fairkit_scan_duration_seconds", dimensions: [], factory: factory)
        let names =
            ["kit", "several-kits", "checksum-mismatch", "not-a-kit", "no-barcode"]
            + ["unreadable", "busy", "worker-failed", "unavailable", "uncaged", "stopped"]
        outcomes = Dictionary(
            uniqueKeysWithValues: names.map { name in
                (name, Counter(label: "fairkit_scans_total", dimensions: [("outcome", name)], factory: factory))
            })
    }

    /// - Parameter time: from the request for a worker to the result.
    func scanned(_ result: Result<ScanReading, PhotoFailure>, in time: Duration) {
        outcomes[outcome(of: result)]?.increment()
        duration.record(time)
    }

    private func outcome(of result: Result<ScanReading, PhotoFailure>) -> String {
        switch result {
        case .success(let reading): reading.kit.outcome
        case .failure(.picture): "unreadable"
        case .failure(.worker(.busy)): "busy"
        case .failure(.worker(.workerFailed)): "worker-failed"
        case .failure(.worker(.unavailable)): "unavailable"
        case .failure(.worker(.unsandboxed)): "uncaged"
        case .failure(.worker(.stopped)): "stopped"
        }
    }
}
