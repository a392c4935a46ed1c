package import CoreMetrics
package import FairKitCore
package import Logging
import Synchronization

/// Rate limits by key, account and address. There is one for the whole process, in memory only. See the decision
/// `0024-scopes-and-rates`.
package final class RateLimiter: Sendable {
    /// The information for a client about its rate limit.
    package struct Verdict: Hashable, Sendable {
        package let kind: RateKind
        package let limit: RateLimit
        package let answer: TokenBucket.Answer

        package var isAllowed: Bool { answer.isAllowed }
    }

    private let limits: RateLimits
    private let now: @Sendable () -> Int64
    private let logger: Logger
    private let buckets: [RateKind: Buckets]
    private let refusals: [RateKind: Counter]
    private let recent = Mutex(RecentCredentials())

    /// Most holders that are tracked, of all kinds together.
    package static let most = 100_000

    /// - Parameter now: nanoseconds of a monotonic clock.
    package init(
        _ limits: RateLimits, now: @escaping @Sendable () -> Int64, metrics: any MetricsFactory, logger: Logger
    ) {
        self.limits = limits
        self.now = now
        self.logger = logger
        let kinds = RateKind.allCases
        buckets = Dictionary(uniqueKeysWithValues: kinds.map { ($0, Buckets(most: RateLimiter.most / kinds.count)) })
        refusals = Dictionary(
            uniqueKeysWithValues: kinds.map { kind in
                let by = [("by", kind.rawValue)]
                let counter = Counter(label: "fairkit_rate_limited_total", dimensions: by, factory: metrics)
                counter.increment(by: 0)
                return (kind, counter)
            })
    }

    /// Counts a request, if the holder has any left.
    ///
    /// - Parameter leavingHalf: only if more than half of the burst is left. A refusal then means to wait, and is not
    ///   counted as one.
    /// - Returns: the verdict; nil: the holder has no limit.
    package func take(_ holder: RateHolder, leavingHalf: Bool = false) -> Verdict? {
        guard let limit = limits[holder], let buckets = buckets[holder.kind] else { return nil }
        let (answer, forgotten) = buckets.take(holder, at: now(), limit, leaving: leavingHalf ? limit.burst / 2 : 0)
        if !answer.isAllowed, !leavingHalf { refusals[holder.kind]?.increment() }
        if forgotten > 0 {
            logger.warning(
                "too many callers to track: the rate limits of the oldest start again",
                metadata: ["by": "\(holder.kind.rawValue)", "forgotten": "\(forgotten)"])
        }
        return Verdict(kind: holder.kind, limit: limit, answer: answer)
    }

    /// Counts a request for several holders, or for none of them if one has reached its limit.
    ///
    /// - Returns: the verdict of the holder at its limit, else of the last one; nil: there is no limit.
    package func take(all holders: [RateHolder]) -> Verdict? {
        if let refused = holders.lazy.compactMap({ self.refuse($0) }).first { return refused }
        let verdicts = holders.compactMap { take($0) }
        return verdicts.first { !$0.isAllowed } ?? verdicts.last
    }

    /// Gives back what an attempt took that succeeded.
    package func release(_ holders: [RateHolder]) {
        for holder in holders {
            if let limit = limits[holder] { buckets[holder.kind]?.release(holder, limit) }
        }
    }

    /// Refuses a holder at its limit, without counting the request.
    ///
    /// - Returns: nil: the holder may go on.
    package func refuse(_ holder: RateHolder) -> Verdict? {
        guard let limit = limits[holder], let buckets = buckets[holder.kind] else { return nil }
        let answer = buckets.look(holder, at: now(), limit)
        guard !answer.isAllowed else { return nil }
        refusals[holder.kind]?.increment()
        return Verdict(kind: holder.kind, limit: limit, answer: answer)
    }

    /// Remembers a valid credential for a while, so that others at its address can't lock it out.
    package func remember(_ credential: RecentCredentials.Credential) {
        let now = now()
        recent.withLock { $0.insert(credential, at: now) }
    }

    /// Forgets a credential that is no longer valid.
    package func forget(_ credential: RecentCredentials.Credential) {
        recent.withLock { $0.remove(credential) }
    }

    package func remembers(_ credential: RecentCredentials.Credential) -> Bool {
        let now = now()
        return recent.withLock { $0.contains(credential, at: now) }
    }
}

/// The token buckets of one kind, in two generations: recent and older callers. When the recent one is full it becomes
/// the older one, which is dropped. This bounds the memory without a search.
private final class Buckets: Sendable {
    private struct Halves {
        var late: [RateHolder: TokenBucket] = [:]
        var early: [RateHolder: TokenBucket] = [:]
    }

    private let half: Int
    private let halves = Mutex(Halves())

    init(most: Int) { half = most / 2 }

    func look(_ holder: RateHolder, at now: Int64, _ limit: RateLimit) -> TokenBucket.Answer {
        halves.withLock { ($0.late[holder] ?? $0.early[holder] ?? TokenBucket()).look(at: now, limit) }
    }

    func release(_ holder: RateHolder, _ limit: RateLimit) {
        halves.withLock { halves in
            halves.late[holder]?.release(limit)
            halves.early[holder]?.release(limit)
        }
    }

    /// - Returns: the result, and how many buckets that were not full were dropped for it.
    func take(
        _ holder: RateHolder, at now: Int64, _ limit: RateLimit, leaving rest: Int
    ) -> (TokenBucket.Answer, forgotten: Int) {
        halves.withLock { halves in
            var bucket = halves.late[holder] ?? halves.early.removeValue(forKey: holder) ?? TokenBucket()
            let answer = bucket.take(at: now, limit, leaving: rest)
            halves.late[holder] = bucket
            guard halves.late.count > half else { return (answer, 0) }
            // A full bucket is equal to none, so dropping it loses nothing.
            halves.late = halves.late.filter { !$0.value.isFull(at: now) }
            guard halves.late.count > half / 2 else { return (answer, 0) }
            let forgotten = halves.early.values.count { !$0.isFull(at: now) }
            (halves.early, halves.late) = (halves.late, [:])
            return (answer, forgotten)
        }
    }
}
