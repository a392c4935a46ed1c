import CoreMetrics
import FairKitCore
import FairKitService
import Synchronization

/// Metrics of attempts to send messages, by channel and outcome.
final class NoticeMetrics: Sendable {
    private struct Tried: Hashable {
        let channel: ContactKind
        let outcome: SendOutcome
    }

    private let factory: any MetricsFactory
    /// Made when a channel has its first attempt with an outcome.
    private let made = Mutex<[Tried: (attempts: Counter, time: Timer)]>([:])

    init(_ factory: any MetricsFactory) {
        self.factory = factory
    }

    func tried(_ channel: ContactKind, _ outcome: SendOutcome, in time: Duration) {
        let (attempts, timer) = made.withLock { made in
            let tried = Tried(channel: channel, outcome: outcome)
            if let metrics = made[tried] { return metrics }
            let metrics = metrics(of: tried)
            made[tried] = metrics
            return metrics
        }
        attempts.increment()
        timer.record(time)
    }

    private func metrics(of tried: Tried) -> (attempts: Counter, time: Timer) {
        let channel = ("channel", tried.channel.rawValue)
        return (
            Counter(
                label: "fairkit_messages_total", dimensions: [channel, ("outcome", tried.outcome.rawValue)],
                factory: factory),
            Timer(label: "fairkit_message_duration_seconds", dimensions: [channel], factory: factory)
        )
    }
}
