import CoreMetrics
import FairKitCore

/// What became of attempts to send, and how long they took.
struct SendMetrics: Sendable {
    private let outcomes: [SendOutcome: Counter]
    private let duration: Timer

    init(_ channel: SendChannel, _ factory: any MetricsFactory) {
        outcomes = Dictionary(
            uniqueKeysWithValues: SendOutcome.allCases.map { outcome in
                let labels = [("channel", channel.rawValue), ("outcome", outcome.rawValue)]
                let counter = Counter(label: "fairkit_sends_total", dimensions: labels, factory: factory)
                counter.increment(by: 0)
                return (outcome, counter)
            })
        duration = Timer(
            label: "fairkit_send_duration_seconds", dimensions: [("channel", channel.rawValue)], factory: factory)
    }

    func sent(_ outcome: SendOutcome, in time: Duration) {
        outcomes[outcome]?.increment()
        duration.record(time)
    }
}
