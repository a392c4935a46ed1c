/// One alert for one consumer group, leased to a consumer.
package struct Delivery: Equatable, Sendable {
    /// Consecutive.
    package let number: Int64
    package let alert: Alert
    /// Leases that ended without an ack.
    package let attempts: Int
    package let token: LeaseToken
    package let leaseExpiresAt: Timestamp
    /// It was acked before and is replayed: its consumer must not page a person again.
    package let isReplay: Bool
    /// Incremented when the content is delivered as new: by a replay, or when the alert's patient becomes known.
    package let generation: Int
    /// The people to tell now; nil: the consumer may not read them.
    package var contacts: [AlertContact]?

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

    /// The same for all attempts of one delivery, so that a receiver recognises a duplicate.
    ///
    /// A replay has a key of its own, and so has an alert whose patient has become known. The alert's id is part of the
    /// key: delivery numbers repeat after a backup is restored, and a receiver must never take a new alert for a
    /// duplicate.
    package var idempotencyKey: String { "\(alert.id)_\(number)_\(generation)" }
}

/// `pending → leased → acked`, and back to pending when a lease ends; `parked` (dead letter) after too many attempts, until an
/// administrator redrives it.
package enum DeliveryState: Hashable, Sendable {
    case pending
    case leased(until: Timestamp)
    case acked(at: Timestamp)
    case parked

    /// The state at a time: after its lease a delivery is pending, even if the store has not recorded it yet. A lease
    /// that ends later than the longest one also counts as over: it was taken while the clock ran ahead.
    package func name(at now: Timestamp) -> DeliveryStateName {
        switch self {
        case .pending: .pending
        case .leased(let until): now < until && until <= now.advanced(by: Delivery.longestLease) ? .leased : .pending
        case .acked: .acked
        case .parked: .parked
        }
    }
}

/// A state without its time, as it is stored and shown to clients.
package enum DeliveryStateName: String, Sendable {
    case pending
    case leased
    case acked
    case parked
}

/// The effect of an ack on a delivery.
package enum Settlement: Equatable, Sendable {
    case acked(at: Timestamp)
    /// The same token acked it before; the consumer gets the same response.
    case repeated(at: Timestamp)
    /// The token is not the newest, or its lease has expired: another consumer may hold the delivery.
    case stale

    /// - Parameter isNewest: whether the token is that of the delivery's last lease.
    package init(of state: DeliveryState, isNewest: Bool, at now: Timestamp) {
        self =
            switch state {
            case .acked(let at) where isNewest: .repeated(at: at)
            case .leased(let until) where isNewest && now < until: .acked(at: now)
            case .pending, .leased, .acked, .parked: .stale
            }
    }
}

extension Delivery {
    /// The longest lease. One that seems longer was taken while the clock ran ahead, and counts as over.
    package static let longestLease = Duration.seconds(Band.leaseSeconds.upperBound)
    /// The longest time that a released delivery is held back.
    package static let longestDelay = Duration.seconds(3600)
}
