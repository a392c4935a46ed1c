import CoreMetrics
import FairKitCore
import FairKitService

/// The outcomes of delivery attempts, and their durations.
struct AttemptMetrics: Sendable {
    private let outcomes: [AttemptOutcome: Counter]
    private let duration: Timer

    init(_ channel: ChannelName, _ factory: any MetricsFactory) {
        outcomes = Dictionary(
            uniqueKeysWithValues: AttemptOutcome.allCases.map { outcome in
                let labels = [("channel", channel.rawValue), ("outcome", outcome.rawValue)]
                let counter = Counter(label: "fairkit_delivery_attempts_total", dimensions: labels, factory: factory)
                counter.increment(by: 0)
                return (outcome, counter)
            })
        duration = Timer(
            label: "fairkit_delivery_attempt_duration_seconds", dimensions: [("channel", channel.rawValue)],
            factory: factory)
    }

    /// Records an attempt.
    func record(_ outcome: AttemptOutcome, in time: Duration) {
        outcomes[outcome]?.increment()
        duration.record(time)
    }
}
