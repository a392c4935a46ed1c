import FairKitCore
import Testing

@Suite struct `A delay before the next attempt` {
    @Test(arguments: [(0, 1), (1, 2), (2, 4), (3, 8), (4, 10), (5, 10), (1000, 10), (-1, 1)])
    func `doubles up to the limit, and is anything below`(attempts: Int, seconds: Int) {
        let backoff = Backoff(base: .seconds(1), cap: .seconds(10))
        #expect(backoff.delay(after: attempts, random: 0) == .zero)
        #expect(backoff.delay(after: attempts, random: 0.5) == .seconds(seconds) / 2)
        #expect(backoff.delay(after: attempts, random: 1) == .seconds(seconds))
    }

    @Test func `is a few seconds for what is critical`() {
        #expect(Backoff.standard(for: .critical).delay(after: 50, random: 1) == .seconds(5))
        #expect(Backoff.standard(for: .ordinary).delay(after: 50, random: 1) == .seconds(1800))
    }

    private static let now = Timestamp(milliseconds: 784_111_777_000)  // Sun, 06 Nov 1994 08:49:37 GMT

    @Test(arguments: [
        ("0", 0), ("120", 120), ("9999999999", 9_999_999_999), ("Sun, 06 Nov 1994 08:49:57 GMT", 20),
        ("Sun, 06 Nov 1994 08:49:17 GMT", 0),
    ])
    func `may be asked for`(text: String, seconds: Int64) {
        #expect(RetryAfter(text, at: Self.now)?.delay == .seconds(seconds))
    }

    @Test(arguments: [
        "", "-1", "1.5", "soon", "99999999999", "Sun, 06 Nov 1994 08:49:57", "Sun, 06 Nvo 1994 08:49:57 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
    ])
    func `is not guessed`(text: String) {
        #expect(RetryAfter(text, at: Self.now) == nil)
    }

    @Test func `that is asked for is an hour at most, and a minute for what is critical`() {
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

    @Test func `opens after failures in a row`() {
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

    @Test func `lets one through after a rest`() {
        let breaker = opened()
        #expect(breaker.permit(at: now) == .nothing(until: now.advanced(by: .seconds(10))))
        #expect(breaker.permit(at: now.advanced(by: .seconds(10))) == .one)
        #expect(breaker.permit(at: now.advanced(by: .seconds(-20))) == .nothing(until: now.advanced(by: .seconds(10))))
        #expect(breaker.permit(at: now.advanced(by: .seconds(-21))) == .one, "the clock was set back")
    }

    @Test func `rests for a part of its time, a second at least`() {
        for (random, seconds) in [(0.5, 5), (0.01, 1)] {
            var breaker = CircuitBreaker(threshold: 1, rest: Backoff(base: .seconds(10), cap: .seconds(30)))
            breaker.fail(at: now, random: random)
            #expect(breaker.restsUntil == now.advanced(by: .seconds(seconds)))
        }
    }

    @Test func `of a webhook never rests for more than three seconds if an alert is critical`() {
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

    @Test func `rests longer after each probe that fails, up to a limit`() {
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

    @Test func `rests no longer for what went out before it opened`() {
        var breaker = opened()
        breaker.fail(at: now.advanced(by: .seconds(9)), random: 1)
        #expect(breaker.permit(at: now.advanced(by: .seconds(10))) == .one)
    }
}
