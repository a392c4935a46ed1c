import FairKitCore
import Testing

@Suite struct `A rate limit` {
    @Test(arguments: [
        ("500/5000", Duration.milliseconds(2), 5000), ("10/100", .milliseconds(100), 100), ("0.2/10", .seconds(5), 10),
        ("0.001/1", .seconds(1000), 1), ("1000000/1000000", .microseconds(1), 1_000_000),
        ("1.5/2", .nanoseconds(666_666_666), 2),
    ])
    func `is read as a rate per second and a burst`(text: String, interval: Duration, burst: Int) {
        #expect(RateLimit(text) == RateLimit(every: interval, burst: burst))
        #expect(RateLimit(text) != nil)
    }

    @Test(arguments: [
        "", "/", "5", "5/", "/5", "0/5", "0.000/5", "5/0", "-5/5", "5/-5", "+5/5", "5/+5", "5 /5", "1e3/5", "0.0001/5",
        ".5/5", "5./5", "5/5/5", "5.0.0/5", "10000000/5", "5/1000001", "99999999/1", "5/99999999999999999999", "off",
        "５/5",
    ])
    func `is not read from a malformed text`(text: String) {
        #expect(RateLimit(text) == nil)
    }

    @Test func `gives the seconds until an empty bucket is full`() {
        #expect(RateLimits.standard.key?.window == 10)
        #expect(RateLimits.standard.account?.window == 10)
        #expect(RateLimits.standard.address?.window == 20)
        #expect(RateLimits.standard.signIn?.window == 60)
        #expect(RateLimit("1000/1")?.window == 1)
    }
}

@Suite struct `A token bucket` {
    private static let second: Int64 = 1_000_000_000
    private let limit: RateLimit

    init() throws { limit = try #require(RateLimit("2/3")) }

    @Test func `allows a burst as large as it is, and then nothing`() {
        var bucket = TokenBucket()
        let answers = (0..<5).map { _ in bucket.take(at: 0, limit) }
        #expect(answers.map(\.isAllowed) == [true, true, true, false, false])
        #expect(answers.map(\.remaining) == [2, 1, 0, 0, 0])
        #expect(answers.map(\.secondsToNext) == [1, 1, 1, 1, 1])
    }

    @Test func `allows one more after every interval`() {
        var bucket = TokenBucket()
        for _ in 0..<3 { _ = bucket.take(at: 0, limit) }
        let times: [(Int64, Bool)] = [
            (Self.second / 2 - 1, false), (Self.second / 2, true), (Self.second / 2, false), (Self.second, true),
            (Self.second, false), (10 * Self.second, true), (10 * Self.second, true), (10 * Self.second, true),
            (10 * Self.second, false),
        ]
        for (time, isAllowed) in times { #expect(bucket.take(at: time, limit).isAllowed == isAllowed, "\(time)") }
    }

    @Test func `takes no token for a refused request or a look`() {
        var bucket = TokenBucket()
        for _ in 0..<1000 { _ = bucket.take(at: 0, limit) }
        #expect(bucket.look(at: Self.second / 2, limit).remaining == 1)
        #expect(bucket.look(at: Self.second / 2, limit).isAllowed)
        #expect(bucket.take(at: Self.second / 2, limit).isAllowed)
    }

    @Test func `gives no token that has to be left`() {
        var bucket = TokenBucket()
        #expect(bucket.take(at: 0, limit, leaving: 1).isAllowed)
        #expect(bucket.take(at: 0, limit, leaving: 1).isAllowed)
        #expect(!bucket.take(at: 0, limit, leaving: 1).isAllowed)
        #expect(bucket.take(at: 0, limit).isAllowed)
        #expect(!bucket.take(at: 0, limit).isAllowed)
    }

    @Test func `fills up and does not overflow`() {
        var bucket = TokenBucket()
        #expect(bucket.isFull(at: 0))
        #expect(bucket.look(at: 0, limit) == TokenBucket.Answer(isAllowed: true, remaining: 3, secondsToNext: 0))
        for _ in 0..<3 { _ = bucket.take(at: 0, limit) }
        #expect(!bucket.isFull(at: 3 * Self.second / 2 - 1))
        #expect(bucket.isFull(at: 3 * Self.second / 2))
        #expect(bucket.look(at: 1_000_000 * Self.second, limit).remaining == 3)
    }

    @Test func `gives the time to the next token in whole seconds, rounded up`() throws {
        let slow = try #require(RateLimit(every: .seconds(6), burst: 2))
        var bucket = TokenBucket()
        #expect(bucket.take(at: 0, slow).secondsToNext == 6)
        #expect(bucket.take(at: 1, slow).secondsToNext == 6)
        #expect(bucket.look(at: 1, slow).isAllowed == false)
        #expect(bucket.look(at: 5 * Self.second, slow).secondsToNext == 1)
        #expect(
            bucket.look(at: 6 * Self.second, slow)
                == TokenBucket.Answer(isAllowed: true, remaining: 1, secondsToNext: 6))
    }

    @Test func `allows at most its burst and the refill, whatever the times of requests`() throws {
        let limit = try #require(RateLimit("100/20"))
        for seed in Int64(0)..<20 {
            var (bucket, now, letIn, step) = (TokenBucket(), Int64(0), 0, seed)
            for _ in 0..<2000 {
                step = (step * 1_103_515_245 + 12_345) % 2_147_483_648
                now += step % 8_000_001
                if bucket.take(at: now, limit).isAllowed { letIn += 1 }
            }
            #expect(letIn <= 20 + Int(now / 10_000_000))
            #expect(letIn >= Int(now / 10_000_000) / 2)
        }
    }
}

@Suite struct `A counted address` {
    private func block(_ text: String) -> AddressBlock { AddressBlock(IPAddress(text)) }

    @Test func `is an IPv4 address, or an IPv6 network`() {
        #expect(block("192.0.2.1") != block("192.0.2.2"))
        #expect(block("2001:db8:1:2::1") == block("2001:db8:1:2:ffff:ffff:ffff:ffff"))
        #expect(block("2001:db8:1:2::1") != block("2001:db8:1:3::1"))
        #expect(block("::ffff:192.0.2.1") == block("192.0.2.1"))
        #expect(block("::1") != AddressBlock(nil))
        #expect(AddressBlock(nil) == AddressBlock(nil))
    }

    @Test func `is not counted for the server and operators on its machine`() {
        #expect(RateHolder(.machine, in: .standard) == nil)
        #expect(RateHolder(.server, in: .standard) == nil)
        let key = KeyID.machine
        #expect(RateHolder(.key(key), in: .standard) == .key(.standard, key))
    }
}
