import CoreMetrics
import FairKitCore

/// Counts stored versions of results by flag.
struct ResultMetrics: Sendable {
    private let recorded: [AbnormalFlag: Counter]
    private let withoutLevel: Counter

    init(_ factory: any MetricsFactory) {
        recorded = counters("fairkit_results_recorded_total", "flag", AbnormalFlag.allCases, factory)
        withoutLevel = Counter(
            label: "fairkit_results_recorded_total", dimensions: [("flag", "none")], factory: factory)
    }

    func recorded(_ version: ResultVersion) {
        (version.interpretation.flag.flatMap { recorded[$0] } ?? withoutLevel).increment()
    }
}
