import CoreMetrics
import FairKitCore

/// Metrics of kits whose sample is due.
struct KitMetrics: Sendable {
    private let factory: any MetricsFactory

    init(_ factory: any MetricsFactory) {
        self.factory = factory
    }

    func show(_ counts: [KitDue: Int], of tenant: TenantName) {
        for due in KitDue.allCases {
            Meter(
                label: "fairkit_kits_due", dimensions: [("due", due.rawValue), ("tenant", tenant.text)],
                factory: factory
            ).set(counts[due] ?? 0)
        }
    }
}
