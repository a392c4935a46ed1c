import CoreMetrics
import FairKitCore
import FairKitStore

/// What became of attempts to send mail.
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

/// What waits to be sent.
struct OutboxMetrics: Sendable {
    private let count, age: Meter

    init(_ factory: any MetricsFactory) {
        count = Meter(label: "fairkit_mails_waiting", factory: factory)
        age = Meter(label: "fairkit_oldest_mail_age_seconds", factory: factory)
    }

    func show(_ waiting: WaitingMails, at now: Timestamp) {
        count.set(waiting.count)
        let milliseconds = waiting.oldest.map { max(0, now.milliseconds - $0.milliseconds) } ?? 0
        age.set(Double(milliseconds) / 1000)
    }
}
