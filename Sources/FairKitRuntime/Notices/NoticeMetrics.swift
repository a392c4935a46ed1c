import CoreMetrics
import FairKitCore
import FairKitService

/// Metrics of attempts to send messages, by channel and outcome.
struct NoticeMetrics: Sendable {
    private let factory: any MetricsFactory

    init(_ factory: any MetricsFactory) {
        self.factory = factory
    }

    func tried(_ channel: ContactKind, _ outcome: SendOutcome, in time: Duration) {
        Counter(
            label: "fairkit_messages_total",
            dimensions: [("channel", channel.rawValue), ("outcome", outcome.rawValue)], factory: factory
        ).increment()
        Timer(
            label: "fairkit_message_duration_seconds", dimensions: [("channel", channel.rawValue)], factory: factory
        ).record(time)
    }
}
