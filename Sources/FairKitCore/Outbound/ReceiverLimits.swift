/// Keeps receivers that users choose from holding up others in one lane of a channel: each origin has its own circuit
/// breaker, and each origin and each owner gets a share of the concurrent attempts. See decision 0132.
package struct ReceiverLimits<Owner: Hashable & Sendable>: Sendable {
    package struct Receiver: Hashable, Sendable {
        /// Scheme, host and port: `https://push.example.org`.
        package let origin: String
        package let owner: Owner

        package init(origin: String, owner: Owner) {
            self.origin = origin
            self.owner = owner
        }
    }

    package enum Admission: Equatable, Sendable {
        /// The caller calls `end` with the outcome.
        case now
        /// The origin or the owner uses its share; it is asked again when an attempt ends.
        case afterOthers
        /// The origin fails.
        case notBefore(Timestamp)
    }

    private struct Origin {
        var breaker: CircuitBreaker
        var running = 0
        /// Its last answer was a success.
        var works = false
    }

    private var origins: [String: Origin] = [:]
    private var running: [Owner: Int] = [:]
    private let most: Int
    private let breaker: CircuitBreaker

    /// More origins than this are not remembered.
    private static var mostOrigins: Int { 1000 }

    /// - Parameters:
    ///   - most: how many attempts of the lane run at once.
    ///   - breaker: the breaker of an origin that was not tried yet.
    package init(most: Int, breaker: CircuitBreaker) {
        self.most = most
        self.breaker = breaker
    }

    /// How many attempts one owner may have at once, and an origin that has not shown that it works.
    private var smallShare: Int { max(1, most / 8) }

    /// Takes a place for an attempt, if there is one.
    package mutating func admit(_ receiver: Receiver, at now: Timestamp) -> Admission {
        if origins.count >= Self.mostOrigins { origins = origins.filter { $0.value.running > 0 } }
        var origin = origins[receiver.origin] ?? Origin(breaker: breaker)
        switch origin.breaker.permit(at: now) {
        case .nothing where origin.running > 0: return .afterOthers
        case .nothing(let until): return .notBefore(until)
        case .one: origin.breaker.beginProbe(at: now)
        case .everything:
            guard origin.running < (origin.works ? most - smallShare : smallShare),
                running[receiver.owner, default: 0] < smallShare
            else { return .afterOthers }
        }
        origin.running += 1
        running[receiver.owner, default: 0] += 1
        origins[receiver.origin] = origin
        return .now
    }

    /// Returns the place of an attempt.
    /// - Parameters:
    ///   - works: whether the receiver answered; nil: the attempt was cancelled, and does not count.
    ///   - random: as of `CircuitBreaker.fail`.
    /// - Returns: whether the origin began to fail, or works again; nil: as before.
    package mutating func end(_ receiver: Receiver, works: Bool?, at now: Timestamp, random: Double) -> Bool? {
        running[receiver.owner, default: 1] -= 1
        if running[receiver.owner] == 0 { running[receiver.owner] = nil }
        guard var origin = origins[receiver.origin] else { return nil }
        origin.running -= 1
        let rested = origin.breaker.restsUntil != nil
        if let works {
            origin.works = works
            if works { origin.breaker.succeed() } else { origin.breaker.fail(at: now, random: random) }
        }
        origins[receiver.origin] = origin
        let rests = origin.breaker.restsUntil != nil
        return rests == rested ? nil : rests
    }

    /// Until when an origin is left alone; nil: it is not.
    package func rest(of receiver: Receiver) -> Timestamp? { origins[receiver.origin]?.breaker.restsUntil }
}

extension ContactKind {
    /// The scheme, host and port of an address that its receiver chose; nil: the operator chose where this channel's
    /// messages go.
    package func origin(of address: String) -> String? {
        switch self {
        case .webPush:
            do throws(Invalid) { return try WebPushSubscription(address, allowsPrivate: true).endpoint.origin } catch {
                // It can't be sent, so no host fails.
                return ""
            }
        case .slack, .teams: return WebhookURL(stored: address)?.origin ?? ""
        case .email, .sms, .voice, .apns, .fcm, .pagerDuty, .http: return nil
        }
    }
}
