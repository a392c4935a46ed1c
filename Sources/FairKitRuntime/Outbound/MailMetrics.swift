import CoreMetrics
import FairKitCore
import FairKitStore

/// Metrics of attempts to send mail.
struct MailMetrics: Sendable {
    private let outcomes: [MailOutcome: Counter]

    init(_ factory: any MetricsFactory) {
        outcomes = Dictionary(
            uniqueKeysWithValues: MailOutcome.allCases.map { outcome in
                let counter = Counter(
                    label: "fairkit_mails_total", dimensions: [("outcome", outcome.rawValue)], factory: factory)
                counter.increment(by: 0)
                return (outcome, counter)
            })
    }

    func tried(_ outcome: MailOutcome) {
        outcomes[outcome]?.increment()
    }
}

/// Metrics of mail that waits to be sent.
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
