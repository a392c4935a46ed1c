import CoreMetrics
import FairKitCore

/// What consumers do with leases and the history of alerts does not tell.
struct LeaseMetrics: Sendable {
    /// Tokens that were shown when they were no longer the newest, or their lease was over.
    let stale: Counter
    private let deliveries: [Band: Timer]

    init(_ factory: any MetricsFactory) {
        stale = Counter(label: "fairkit_stale_tokens_total", factory: factory)
        stale.increment(by: 0)
        deliveries = Dictionary(
            uniqueKeysWithValues: Band.allCases.map {
                ($0, Timer(label: "fairkit_alert_delivery_seconds", dimensions: [("band", "\($0)")], factory: factory))
            })
    }

    /// - Parameter time: from its raising to its delivery.
    func delivered(_ band: Band, after time: Duration) { deliveries[band]?.record(time) }
}
