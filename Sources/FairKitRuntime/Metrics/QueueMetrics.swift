import CoreMetrics
import FairKitCore
import FairKitStore

/// Metrics of the alert queue. Events are counted from the committed alert history, so they are exact.
struct QueueMetrics: Sendable {
    private let factory: any MetricsFactory

    init(_ factory: any MetricsFactory) {
        self.factory = factory
        for rule in AlertRule.allCases { raised(rule, .critical).increment(by: 0) }
    }

    /// Sets the depth of the queue.
    func show(_ count: QueueCount, of tenant: TenantName) {
        for group in count.groups {
            for band in Band.allCases {
                for state in QueueCount.WaitingState.allCases {
                    let here = count.depths.filter { $0.group == group && $0.band == band && $0.state == state }
                    Meter(
                        label: "fairkit_deliveries",
                        dimensions: [
                            ("band", "\(band)"), ("group", group), ("state", state.rawValue), ("tenant", tenant.text),
                        ],
                        factory: factory
                    ).set(here.reduce(0) { $0 + $1.count })
                }
            }
        }
    }

    /// Sets the acked share of the last hour's deliveries; 1 if no alert was raised.
    func showThroughput(_ count: QueueCount, of tenant: TenantName) {
        for band in Band.allCases {
            let hour = count.lastHour.first { $0.band == band }
            Meter(
                label: "fairkit_acked_delivery_ratio", dimensions: [("band", "\(band)"), ("tenant", tenant.text)],
                factory: factory
            ).set(hour.map { Double($0.acked) / Double($0.all) } ?? 1)
        }
    }

    /// Sets the age of the oldest unacked delivery of each band; 0 if there is none.
    func showAges(_ count: QueueCount, of tenant: TenantName, at now: Timestamp) {
        for band in Band.allCases {
            let oldest = count.depths.filter { $0.band == band }.compactMap(\.oldest).min()
            let age = oldest.map { Double(max(now.milliseconds - $0.milliseconds, 0)) / 1000 } ?? 0
            Meter(
                label: "fairkit_oldest_unacked_delivery_age_seconds",
                dimensions: [("band", "\(band)"), ("tenant", tenant.text)], factory: factory
            ).set(age)
        }
    }

    /// Adds the events since the last call.
    func add(_ count: AlertEventCount, of tenant: TenantName) {
        for raised in count.raised { self.raised(raised.rule, raised.band).increment(by: raised.count) }
        for happened in count.happened {
            Counter(
                label: "fairkit_alert_events_total", dimensions: [("event", happened.event), ("tenant", tenant.text)],
                factory: factory
            ).increment(by: happened.count)
        }
    }

    private func raised(_ rule: AlertRule, _ band: Band) -> Counter {
        Counter(
            label: "fairkit_alerts_raised_total", dimensions: [("band", "\(band)"), ("rule", rule.rawValue)],
            factory: factory)
    }
}
