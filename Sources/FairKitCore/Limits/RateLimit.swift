/// A rate limit: a sustained rate and a burst.
package struct RateLimit: Hashable, Sendable {
    package let burst: Int
    /// Nanoseconds until one more request is allowed.
    let interval: Int64

    /// - Parameters:
    ///   - interval: the time until one more request is allowed: a microsecond to a day.
    ///   - burst: 1 to a million.
    /// - Returns: nil if either is out of bounds.
    package init?(every interval: Duration, burst: Int) {
        guard (Duration.microseconds(1)...Duration.seconds(86_400)).contains(interval), (1...1_000_000).contains(burst)
        else { return nil }
        self.burst = burst
        self.interval = interval.components.seconds * 1_000_000_000 + interval.components.attoseconds / 1_000_000_000
    }

    /// Reads `PER_SECOND/BURST`, such as `500/5000` or `0.2/10`; nil for anything else.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let perSecond = RateLimit.thousandths(parts[0]), perSecond > 0,
            parts[1].utf8.allSatisfy({ (48...57).contains($0) }), let burst = Int(parts[1])
        else { return nil }
        self.init(every: .nanoseconds(1_000_000_000_000 / perSecond), burst: burst)
    }

    /// Digits, with at most three decimals, as a count of thousandths.
    private static func thousandths(_ text: some StringProtocol) -> Int64? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
        let fraction = parts.count == 2 ? parts[1] : "0"
        guard (1...2).contains(parts.count), (1...7).contains(parts[0].utf8.count),
            (1...3).contains(fraction.utf8.count), (parts[0] + fraction).utf8.allSatisfy({ (48...57).contains($0) })
        else { return nil }
        return Int64(parts[0] + fraction + String(repeating: "0", count: 3 - fraction.utf8.count))
    }

    /// A limit that is this many times as fast, with a burst this many times as large.
    func times(_ count: Int) -> RateLimit {
        RateLimit(every: .nanoseconds(max(1000, interval / Int64(count))), burst: min(burst * count, 1_000_000)) ?? self
    }

    /// Seconds until an empty bucket is full.
    package var window: Int { seconds(Int64(burst) * interval) }
}

/// A token bucket: each request takes a token, and tokens come back at the limit's rate.
///
/// It stores one number. A full bucket equals a new one and can be dropped.
package struct TokenBucket: Equatable, Sendable {
    /// When it is full, in nanoseconds of a monotonic clock.
    private var fullAt: Int64 = .min

    package init() {}

    /// A stored bucket. One that would be full later than an empty one was stored before the clock was set back.
    ///
    /// - Parameter fullAt: nil: it is full.
    package init(fullAt: Timestamp?, _ limit: RateLimit, at now: Timestamp) {
        guard let fullAt else { return }
        self.fullAt = min(fullAt.nanoseconds, now.nanoseconds + Int64(limit.burst) * limit.interval)
    }

    /// When it is full, as it is stored.
    package var storedFullAt: Timestamp { Timestamp(milliseconds: (fullAt + 999_999) / 1_000_000) }

    /// The outcome for a request.
    package struct Answer: Hashable, Sendable {
        package let isAllowed: Bool
        /// How many more requests would be allowed at once.
        package let remaining: Int
        /// Seconds until the next token; 0: one is available.
        package let secondsToNext: Int

        package init(isAllowed: Bool, remaining: Int, secondsToNext: Int) {
            self.isAllowed = isAllowed
            self.remaining = remaining
            self.secondsToNext = secondsToNext
        }
    }

    /// Takes a token if there is one.
    ///
    /// - Parameter rest: how many tokens have to be left afterwards.
    package mutating func take(at now: Int64, _ limit: RateLimit, leaving rest: Int = 0) -> Answer {
        let before = look(at: now, limit)
        guard before.remaining > rest else {
            return Answer(isAllowed: false, remaining: before.remaining, secondsToNext: before.secondsToNext)
        }
        fullAt = max(fullAt, now) + limit.interval
        let after = look(at: now, limit)
        return Answer(isAllowed: true, remaining: after.remaining, secondsToNext: after.secondsToNext)
    }

    /// The outcome for a request, without taking a token.
    package func look(at now: Int64, _ limit: RateLimit) -> Answer {
        let missing = max(fullAt, now) - now
        let gone = (missing + limit.interval - 1) / limit.interval
        let remaining = max(0, limit.burst - Int(gone))
        // Tokens come back one by one, the next one first.
        let toNext = missing == 0 ? 0 : missing - (gone - 1) * limit.interval
        return Answer(isAllowed: remaining > 0, remaining: remaining, secondsToNext: seconds(toNext))
    }

    /// Gives a token back that was taken.
    package mutating func release(_ limit: RateLimit) {
        // A full bucket may have no time.
        if fullAt > limit.interval { fullAt -= limit.interval }
    }

    package func isFull(at now: Int64) -> Bool { fullAt <= now }
}

extension Timestamp {
    package var nanoseconds: Int64 { milliseconds * 1_000_000 }
}

/// Nanoseconds in seconds, rounded up.
private func seconds(_ nanoseconds: Int64) -> Int { Int((nanoseconds + 999_999_999) / 1_000_000_000) }
