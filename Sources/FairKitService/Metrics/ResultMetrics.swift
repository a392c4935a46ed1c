import CoreMetrics
import FairKitCore

/// Counts results by their flag, when they are stored: the versions, since each is judged.
struct ResultMetrics: Sendable {
    private let recorded: [AbnormalFlag: Counter]

    init(_ factory: any MetricsFactory) {
        recorded = counters("fairkit_results_recorded_total", "flag", AbnormalFlag.allCases, factory)
    }

    func recorded(_ version: ResultVersion) { recorded[version.interpretation.flag]?.increment() }
}
