/// A kind of message to people that clients cause by their requests. Messages about alerts are none of these: they have
/// no budget. See the decision `0136-budgets-of-what-is-sent`.
package enum SendingKind: String, Sendable, CaseIterable {
    /// A code or a test by SMS or call, which costs money.
    case phone
    /// A code or a test by another channel.
    case code
    /// A link for a person who registers, has forgotten the password, or changes their address.
    case accountMail = "account-mail"
    /// The message that a device was added, or a calendar's link opened.
    case device
    case invitation
    case share
    case erasure
    /// News, which go to everybody.
    case news
    /// A test of a webhook. Its receiver is the host.
    case webhookTest = "webhook-test"

    /// The floor in time of one receiver and how many go at once; nil: the use case has its own.
    fileprivate var toReceiver: RateLimit? {
        switch self {
        case .phone, .code, .accountMail: nil
        case .device, .share: RateLimit(every: .seconds(1800), burst: 40)
        case .invitation, .webhookTest: RateLimit(every: .seconds(3600), burst: 5)
        case .news: RateLimit(every: .seconds(14_400), burst: 5)
        case .erasure: RateLimit(every: .seconds(14_400), burst: 3)
        }
    }
}

/// How many messages clients can cause, which the operator sets.
package struct SendingLimits: Equatable, Sendable {
    /// SMS and calls of a tenant a day; nil: unlimited.
    package var phoneMessages: Int? = 500
    /// Mails of a tenant a day, of each kind; nil: unlimited.
    package var mails: Int? = 10_000

    package static let possible = 10...1_000_000
    /// The part of a tenant's messages that one client address has.
    private static let shareOfClient = 10

    package init() {}

    /// The budgets from which a message is taken.
    ///
    /// - Parameters:
    ///   - address: the client's; nil: unknown, and such clients count together.
    ///   - receiver: the receiver of the message, by an id or an address.
    package func budgets(
        for kind: SendingKind, from address: IPAddress?, to receiver: String?
    ) -> [SendingBudget] {
        var budgets: [SendingBudget] = []
        if let receiver, let limit = kind.toReceiver {
            budgets.append(SendingBudget(kind: kind, holder: .receiver, key: Array(receiver.utf8), limit: limit))
        }
        guard let most = kind == .phone ? phoneMessages : mails else { return budgets }
        if let limit = RateLimit(aDay: most / SendingLimits.shareOfClient) {
            budgets += AddressBlock.all(of: address).map {
                SendingBudget(kind: kind, holder: .client, key: $0.key, limit: limit.times($0.width.signIns))
            }
        }
        if let limit = RateLimit(aDay: most) {
            budgets.append(SendingBudget(kind: kind, holder: .tenant, key: [], limit: limit))
        }
        return budgets
    }
}

/// The budget of a tenant, a client or a receiver for messages of a kind.
package struct SendingBudget: Equatable, Sendable {
    package let kind: SendingKind
    package let holder: Holder
    /// The client or the receiver. It is stored as a keyed digest.
    package let key: [UInt8]
    package let limit: RateLimit

    package enum Holder: String, Sendable {
        case tenant, client, receiver
    }
}

/// A budget has nothing left.
package struct SpentBudget: Error, Equatable, Sendable {
    package let kind: SendingKind
    package let holder: SendingBudget.Holder
    package let retryAfter: Duration

    package init(_ budget: SendingBudget, retryAfter: Duration) {
        kind = budget.kind
        holder = budget.holder
        self.retryAfter = retryAfter
    }
}

extension RateLimit {
    /// At most this many in any 24 hours: half of them at once, the others spread over the day.
    fileprivate init?(aDay most: Int) {
        let half = max(1, most / 2)
        self.init(every: .seconds(86_400) / half, burst: half)
    }
}
