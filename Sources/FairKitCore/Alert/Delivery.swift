/// One alert for one consumer group, leased to a consumer.
package struct Delivery: Hashable, Sendable {
    /// Counts up as deliveries are made.
    package let number: Int64
    package let alert: Alert
    /// Leases that ended without a delivery.
    package let attempts: Int
    package let token: LeaseToken
    package let leaseExpiresAt: Timestamp
    /// It was delivered before, and somebody asked for it again: nobody is to be paged for it.
    package let isReplay: Bool
    /// How often it was meant to be handed out anew: by a replay, or since the alert learned whose it is.
    package let generation: Int

    package init(
        number: Int64, alert: Alert, attempts: Int, token: LeaseToken, leaseExpiresAt: Timestamp,
        isReplay: Bool = false,
        generation: Int = 0
    ) {
        self.number = number
        self.alert = alert
        self.attempts = attempts
        self.token = token
        self.leaseExpiresAt = leaseExpiresAt
        self.isReplay = isReplay
        self.generation = generation
    }

    /// What all attempts to pass it on have in common, and nothing else has: a receiver that knows it has had this before.
    ///
    /// A replay is meant to come again, and so is an alert that has learned whose it is: they have keys of their own. The alert's id is
    /// in it since numbers may be given out once more when a backup is restored, and what is new must never be taken for known.
    package var idempotencyKey: String { "\(alert.id).\(number).\(generation)" }
}

/// `pending → leased → delivered`, and back to pending when a lease ends; `parked` after too many attempts, until somebody
/// redrives it.
package enum DeliveryState: Hashable, Sendable {
    case pending
    case leased(until: Timestamp)
    case delivered(at: Timestamp)
    case parked

    /// Where it stands at a time: a lease that is over has returned to pending, noted or not.
    package func name(at now: Timestamp) -> DeliveryStateName {
        switch self {
        case .pending: .pending
        case .leased(let until): now < until ? .leased : .pending
        case .delivered: .delivered
        case .parked: .parked
        }
    }
}

/// A state without its time, as it is stored and shown.
package enum DeliveryStateName: String, Sendable {
    case pending
    case leased
    case delivered
    case parked
}

/// What becomes of a delivery when a consumer says that it passed the alert on.
package enum Settlement: Hashable, Sendable {
    case delivered(at: Timestamp)
    /// The same consumer said so before; it gets the same answer.
    case repeated(at: Timestamp)
    /// The token is no longer the newest, or its lease is over: the alert may be with somebody else.
    case stale

    /// - Parameter isNewest: whether the token shown is the last one that was handed out.
    package init(of state: DeliveryState, isNewest: Bool, at now: Timestamp) {
        self =
            switch state {
            case .delivered(let at) where isNewest: .repeated(at: at)
            case .leased(let until) where isNewest && now < until: .delivered(at: now)
            case .pending, .leased, .delivered, .parked: .stale
            }
    }
}
