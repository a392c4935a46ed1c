import CoreMetrics

/// What consumers do with leases and the history of alerts does not tell.
struct LeaseMetrics: Sendable {
    /// Tokens that were shown when they were no longer the newest, or their lease was over.
    let stale: Counter

    init(_ factory: any MetricsFactory) {
        stale = Counter(label: "fairkit_stale_tokens_total", factory: factory)
        stale.increment(by: 0)
    }
}
