import CoreMetrics
import FairKitCore
import FairKitService
import FairKitStore

/// Metrics of attempts to send messages, by channel and outcome. Each exists from the start, so that an alarm sees the first
/// attempt with an outcome.
struct NoticeMetrics: Sendable {
    private struct Tried: Hashable {
        let channel: ContactKind
        let outcome: SendOutcome
    }

    private let attempts: [Tried: Counter]
    private let times: [ContactKind: Timer]

    /// - Parameter channels: those that are configured, and mail.
    init(_ factory: any MetricsFactory, of channels: some Collection<ContactKind>) {
        let tried = channels.flatMap { channel in
            SendOutcome.allCases.map { Tried(channel: channel, outcome: $0) }
        }
        attempts = Dictionary(
            uniqueKeysWithValues: tried.map { tried in
                let counter = Counter(
                    label: "fairkit_messages_total",
                    dimensions: [("channel", tried.channel.rawValue), ("outcome", tried.outcome.rawValue)],
                    factory: factory)
                counter.increment(by: 0)
                return (tried, counter)
            })
        times = Dictionary(
            uniqueKeysWithValues: channels.map { channel in
                let dimensions = [("channel", channel.rawValue)]
                return (
                    channel, Timer(label: "fairkit_message_duration_seconds", dimensions: dimensions, factory: factory)
                )
            })
    }

    func tried(_ channel: ContactKind, _ outcome: SendOutcome, in time: Duration) {
        attempts[Tried(channel: channel, outcome: outcome)]?.increment()
        times[channel]?.record(time)
    }
}

/// Metrics of mails about accounts that wait to be sent.
struct OutboxMetrics: Sendable {
    private let factory: any MetricsFactory

    init(_ factory: any MetricsFactory) {
        self.factory = factory
    }

    func show(_ waiting: WaitingMails, of tenant: TenantName, at now: Timestamp) {
        func meter(_ name: String) -> Meter {
            Meter(label: "fairkit_\(name)", dimensions: [("tenant", tenant.text)], factory: factory)
        }
        meter("mails_waiting").set(waiting.count)
        let milliseconds = waiting.oldest.map { max(0, now.milliseconds - $0.milliseconds) } ?? 0
        meter("oldest_mail_age_seconds").set(Double(milliseconds) / 1000)
    }
}
