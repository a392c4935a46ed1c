import CoreMetrics
import FairKitCore

/// Counts stored versions of results by flag.
struct ResultMetrics: Sendable {
    private let recorded: [AbnormalFlag: Counter]

    init(_ factory: any MetricsFactory) {
        recorded = counters("fairkit_results_recorded_total", "flag", AbnormalFlag.allCases, factory)
    }

    func recorded(_ version: ResultVersion) { recorded[version.interpretation.flag]?.increment() }
}
