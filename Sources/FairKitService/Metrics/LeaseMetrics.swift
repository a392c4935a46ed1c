import CoreMetrics
import FairKitCore

/// Measures of leases that the history of alerts does not give.
struct LeaseMetrics: Sendable {
    /// Tokens that came when they were no longer the newest, or after the end of their lease.
    let stale: Counter
    private let ackTimes: [Band: Timer]

    init(_ factory: any MetricsFactory) {
        stale = Counter(label: "fairkit_stale_tokens_total", factory: factory)
        stale.increment(by: 0)
        ackTimes = Dictionary(
            uniqueKeysWithValues: Band.allCases.map {
                ($0, Timer(label: "fairkit_delivery_ack_seconds", dimensions: [("band", "\($0)")], factory: factory))
            })
    }

    /// Records an ack.
    /// - Parameter time: from the raising of the alert to the ack of the delivery.
    func acked(_ band: Band, after time: Duration) { ackTimes[band]?.record(time) }
}
