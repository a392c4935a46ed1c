/// Exponential backoff with full jitter: the limit doubles with each failure up to a cap, and the delay is random below
/// the limit, so that requests that failed together are not retried together.
package struct Backoff: Equatable, Sendable {
    package let base: Duration
    package let cap: Duration

    package init(base: Duration, cap: Duration) {
        self.base = base
        self.cap = cap
    }

    /// Critical alerts are retried within seconds. Others give a receiver that is down some hours before they are
    /// parked.
    package static func standard(for lane: DeliveryLane) -> Backoff {
        Backoff(base: .seconds(1), cap: .seconds(lane == .critical ? 5 : 1800))
    }

    /// - Parameters:
    ///   - attempts: earlier failed attempts.
    ///   - random: from 0 to 1, 1 excluded.
    package func delay(after attempts: Int, random: Double) -> Duration {
        let limit = (0..<min(max(attempts, 0), 30)).reduce(base) { limit, _ in limit >= cap ? cap : limit * 2 }
        return min(limit, cap) * min(max(random, 0), 1)
    }
}

/// When a receiver wants the next request: `Retry-After` by RFC 9110, section 10.2.3, in seconds or as a date.
package struct RetryAfter: Hashable, Sendable {
    /// Counted from the response.
    package let delay: Duration

    /// - Returns: nil if the text is malformed.
    package init?(_ text: String, at now: Timestamp) {
        if !text.isEmpty, text.utf8.count <= 10, text.utf8.allSatisfy({ (48...57).contains($0) }),
            let count = Int64(text)
        {
            delay = .seconds(count)
        } else if let date = Timestamp(httpDate: text) {
            delay = max(.zero, now.distance(to: date))
        } else {
            return nil
        }
    }

    /// The longest delay that is honoured: an hour, and a minute for critical alerts, since a life may depend on one.
    package static func most(for lane: DeliveryLane) -> Duration {
        .seconds(lane == .critical ? 60 : 3600)
    }
}

extension Timestamp {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7); nil for anything else.
    fileprivate init?(httpDate text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 6, words[5] == "GMT", let month = Timestamp.months.firstIndex(where: { $0 == words[2] })
        else { return nil }
        self.init("\(words[3])-\(pad(month + 1))-\(words[1])T\(words[4])Z")
    }
}
