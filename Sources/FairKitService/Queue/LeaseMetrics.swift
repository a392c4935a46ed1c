import CoreMetrics
import FairKitCore

/// Lease metrics that the alert history does not contain.
struct LeaseMetrics: Sendable {
    /// Tokens that were outdated, or arrived after their lease had expired.
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
    ///
    /// - Parameter time: from raising the alert to the ack of its delivery.
    func acked(_ band: Band, after time: Duration) { ackTimes[band]?.record(time) }
}
