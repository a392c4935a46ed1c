import FairKitCore
import FairKitService
import PrometheusMetrics
import Support
import Testing

@Suite struct `A rate limiter` {
    private let time = ManualTime()
    private let registry = PrometheusRegistry()
    private let lines = Lines()
    private let limiter: RateLimiter
    private let key = KeyID.machine

    init() throws {
        let limits = RateLimits(
            key: RateLimit("1/3"), account: RateLimit("1/2"), address: RateLimit("1/2"), signIn: nil)
        limiter = RateLimiter(
            limits, now: { [time] in time.now.milliseconds * 1_000_000 }, metrics: registry, logger: lines.logger)
    }

    private func address(_ number: Int) -> RateHolder {
        .address(
            AddressBlock(IPAddress(bytes: [10, UInt8(number >> 16), UInt8(number >> 8 & 255), UInt8(number & 255)])))
    }

    private func refused(_ kind: String) -> String? {
        let series = #"fairkit_rate_limited_total{by="\#(kind)"} "#
        return registry.text.split(separator: "\n").first { $0.hasPrefix(series) }.map {
            String($0.dropFirst(series.count))
        }
    }

    @Test func `limits one caller without others, and not forever`() throws {
        let (mine, other) = (RateHolder.key(.standard, key), RateHolder.key(.standard, KeyID.new(at: time.now)))
        #expect((0..<5).map { _ in limiter.take(mine)?.isAllowed } == [true, true, true, false, false])
        #expect(limiter.take(other)?.isAllowed == true)
        #expect(limiter.take(.account(.standard, AccountID.new(at: time.now)))?.isAllowed == true)
        time.advance(by: .milliseconds(999))
        #expect(limiter.take(mine)?.isAllowed == false)
        time.advance(by: .milliseconds(1))
        #expect(limiter.take(mine)?.isAllowed == true)
        #expect(limiter.take(mine)?.isAllowed == false)
    }

    @Test func `counts tenants apart`() throws {
        let kisumu = try #require(TenantName("kisumu"))
        for _ in 0..<3 { _ = limiter.take(.key(.standard, key)) }
        #expect(limiter.take(.key(.standard, key))?.isAllowed == false)
        #expect(limiter.take(.key(kisumu, key))?.answer.remaining == 2)
    }

    @Test func `has no limit if none is set`() {
        #expect((0..<1000).allSatisfy { _ in limiter.take(.signIn(AddressBlock(nil))) == nil })
        #expect(limiter.refuse(.signIn(AddressBlock(nil))) == nil)
    }

    @Test func `refuses a caller at its limit, without cost to others`() {
        #expect(limiter.refuse(address(1)) == nil)
        #expect(limiter.refuse(address(1)) == nil)
        for _ in 0..<2 { #expect(limiter.take(address(1))?.isAllowed == true) }
        #expect(limiter.refuse(address(1))?.answer.secondsToNext == 1)
        #expect(limiter.refuse(address(2)) == nil)
        time.advance(by: .seconds(1))
        #expect(limiter.refuse(address(1)) == nil)
    }

    @Test func `counts refusals in the metrics`() {
        #expect(refused("key") == "0")
        for _ in 0..<5 { _ = limiter.take(.key(.standard, key)) }
        for _ in 0..<3 { _ = limiter.take(address(1)) }
        _ = limiter.refuse(address(1))
        #expect(["key", "account", "address", "sign-in"].map { refused($0) } == ["2", "0", "2", "0"])
    }

    @Test(.timeLimit(.minutes(5))) func `forgets the oldest of too many callers, logs that, and keeps recent ones`() {
        let most = RateLimiter.most / RateKind.allCases.count
        for number in 0..<most * 2 { for _ in 0..<2 { _ = limiter.take(address(number)) } }
        #expect(limiter.take(address(most * 2 - 1))?.isAllowed == false, "the last is known")
        #expect(limiter.take(address(0))?.isAllowed == true, "the first is forgotten")
        #expect(lines.all.contains("warning too many callers to track: the rate limits of the oldest start again"))
    }

    @Test(.timeLimit(.minutes(5))) func `forgets only callers with full buckets if possible`() {
        let most = RateLimiter.most / RateKind.allCases.count
        for number in 0..<most * 2 {
            if number.isMultiple(of: most / 4) { time.advance(by: .seconds(60)) }
            _ = limiter.take(address(number))
        }
        #expect(lines.all.isEmpty)
    }

    @Test func `remembers valid credentials and their addresses for a while`() {
        let here = AddressBlock(IPAddress("192.0.2.1"))
        let credential = RecentCredentials.Credential(apiKey: "fk_x", in: .standard, from: here)
        #expect(!limiter.remembers(credential))
        limiter.remember(credential)
        #expect(limiter.remembers(credential))
        #expect(!limiter.remembers(RecentCredentials.Credential(apiKey: "fk_y", in: .standard, from: here)))
        #expect(
            !limiter.remembers(RecentCredentials.Credential(apiKey: "fk_x", in: .standard, from: AddressBlock(nil))))
        time.advance(by: .seconds(601))
        #expect(limiter.remembers(credential))
        time.advance(by: .seconds(1201))
        #expect(!limiter.remembers(credential))
        limiter.remember(credential)
        limiter.forget(credential)
        #expect(!limiter.remembers(credential))
    }
}
