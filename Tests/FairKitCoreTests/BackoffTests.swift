import FairKitCore
import Testing

@Suite struct `A delay before the next attempt` {
    @Test(arguments: [(0, 1), (1, 2), (2, 4), (3, 8), (4, 10), (5, 10), (1000, 10), (-1, 1)])
    func `doubles up to the limit, and is random below it`(attempts: Int, seconds: Int) {
        let backoff = Backoff(base: .seconds(1), cap: .seconds(10))
        #expect(backoff.delay(after: attempts, random: 0) == .zero)
        #expect(backoff.delay(after: attempts, random: 0.5) == .seconds(seconds) / 2)
        #expect(backoff.delay(after: attempts, random: 1) == .seconds(seconds))
    }

    @Test func `is a few seconds for critical alerts`() {
        #expect(Backoff.standard(for: .critical).delay(after: 50, random: 1) == .seconds(5))
        #expect(Backoff.standard(for: .ordinary).delay(after: 50, random: 1) == .seconds(1800))
    }

    private static let now = Timestamp(milliseconds: 784_111_777_000)  // Sun, 06 Nov 1994 08:49:37 GMT

    @Test(arguments: [
        ("0", 0), ("120", 120), ("9999999999", 9_999_999_999), ("Sun, 06 Nov 1994 08:49:57 GMT", 20),
        ("Sun, 06 Nov 1994 08:49:17 GMT", 0),
    ])
    func `can be requested by the receiver`(text: String, seconds: Int64) {
        #expect(RetryAfter(text, at: Self.now)?.delay == .seconds(seconds))
    }

    @Test(arguments: [
        "", "-1", "1.5", "soon", "99999999999", "Sun, 06 Nov 1994 08:49:57", "Sun, 06 Nvo 1994 08:49:57 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
    ])
    func `is not guessed from a malformed header`(text: String) {
        #expect(RetryAfter(text, at: Self.now) == nil)
    }

    @Test func `requested by the receiver is at most an hour, and a minute for critical alerts`() {
        #expect(RetryAfter.most(for: .ordinary) == .seconds(3600))
        #expect(RetryAfter.most(for: .critical) == .seconds(60))
    }
}

@Suite struct `A circuit breaker` {
    private let now = Timestamp(milliseconds: 1_795_262_400_000)

    private func opened() -> CircuitBreaker {
        var breaker = CircuitBreaker(threshold: 3, rest: Backoff(base: .seconds(10), cap: .seconds(30)))
        for _ in 0..<3 { breaker.fail(at: now, random: 1) }
        return breaker
    }

    @Test func `opens after several failures in a row`() {
        var breaker = CircuitBreaker(threshold: 3, rest: .mailServer)
        for _ in 0..<5 {
            breaker.fail(at: now, random: 1)
            breaker.fail(at: now, random: 1)
            #expect(breaker.permit(at: now) == .everything)
            breaker.succeed()
        }
        for _ in 0..<3 { breaker.fail(at: now, random: 1) }
        #expect(breaker.restsUntil != nil)
    }

    @Test func `lets one probe through after it was open`() {
        let breaker = opened()
        #expect(breaker.permit(at: now) == .nothing(until: now.advanced(by: .seconds(10))))
        #expect(breaker.permit(at: now.advanced(by: .seconds(10))) == .one)
        #expect(breaker.permit(at: now.advanced(by: .seconds(-20))) == .nothing(until: now.advanced(by: .seconds(10))))
        #expect(breaker.permit(at: now.advanced(by: .seconds(-21))) == .one, "the clock was set back")
    }

    @Test func `is open for a part of its time, and at least a second`() {
        for (random, seconds) in [(0.5, 5), (0.01, 1)] {
            var breaker = CircuitBreaker(threshold: 1, rest: Backoff(base: .seconds(10), cap: .seconds(30)))
            breaker.fail(at: now, random: random)
            #expect(breaker.restsUntil == now.advanced(by: .seconds(seconds)))
        }
    }

    @Test func `of a webhook is never open for more than three seconds for critical alerts`() {
        for (lane, seconds) in [(DeliveryLane.critical, 3), (.ordinary, 60)] {
            var breaker = CircuitBreaker.webhook(for: lane)
            for _ in 0..<5 { breaker.fail(at: now, random: 1) }
            for _ in 0..<10 {
                breaker.beginProbe(at: now)
                breaker.fail(at: now, random: 1)
            }
            #expect(breaker.restsUntil == now.advanced(by: .seconds(seconds)))
        }
    }

    @Test func `lets nothing else through while a probe is on its way`() {
        var breaker = opened()
        breaker.beginProbe(at: now)
        #expect(breaker.permit(at: now) == .nothing(until: now.advanced(by: CircuitBreaker.probeTime)))
        #expect(breaker.permit(at: now.advanced(by: CircuitBreaker.probeTime)) == .one)
    }

    @Test func `is open longer after each failed probe, up to a limit`() {
        var breaker = opened()
        for seconds in [20, 30, 30] {
            breaker.beginProbe(at: now)
            breaker.fail(at: now, random: 1)
            #expect(breaker.permit(at: now) == .nothing(until: now.advanced(by: .seconds(seconds))))
        }
        breaker.beginProbe(at: now)
        breaker.succeed()
        #expect(breaker.permit(at: now) == .everything)
        #expect(breaker.restsUntil == nil)
    }

    @Test func `is not open longer because of requests sent before it opened`() {
        var breaker = opened()
        breaker.fail(at: now.advanced(by: .seconds(9)), random: 1)
        #expect(breaker.permit(at: now.advanced(by: .seconds(10))) == .one)
    }
}
