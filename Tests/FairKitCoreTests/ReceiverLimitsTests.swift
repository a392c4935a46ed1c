import FairKitCore
import Testing

@Suite struct `Receivers that users choose` {
    private typealias Limits = ReceiverLimits<Int>

    private let now = Timestamp(milliseconds: 1_795_226_384_000)

    private func limits() -> Limits {
        Limits(most: 16, breaker: CircuitBreaker(threshold: 2, rest: Backoff(base: .seconds(1), cap: .seconds(3))))
    }

    private func receiver(_ host: String, _ owner: Int) -> Limits.Receiver {
        Limits.Receiver(origin: "https://\(host)", owner: owner)
    }

    @Test func `fail each for itself`() {
        var limits = limits()
        let (dead, live) = (receiver("dead.example", 1), receiver("live.example", 2))
        #expect(limits.admit(dead, at: now) == .now && limits.admit(dead, at: now) == .now)
        #expect(limits.end(dead, works: false, at: now, random: 0) == nil)
        #expect(limits.end(dead, works: false, at: now, random: 0) == true)
        guard case .notBefore(let end) = limits.admit(dead, at: now) else {
            Issue.record("The host that fails is asked again.")
            return
        }
        #expect(limits.rest(of: dead) == end && end > now)
        #expect(limits.admit(live, at: now) == .now && limits.rest(of: live) == nil)
        #expect(limits.admit(dead, at: end) == .now)
        #expect(limits.admit(dead, at: end) == .afterOthers, "One probe at a time; its answer decides.")
        #expect(limits.end(dead, works: true, at: end, random: 0) == false)
        #expect(limits.admit(dead, at: end) == .now)
    }

    @Test func `use a share of the places until they answer`() {
        var limits = limits()
        let admitted = (0..<16).filter { limits.admit(receiver("slow.example", $0), at: now) == .now }
        #expect(admitted.count == 2)
        #expect(limits.end(receiver("slow.example", 0), works: true, at: now, random: 0) == nil)
        let more = (16..<64).filter { limits.admit(receiver("slow.example", $0), at: now) == .now }
        #expect(more.count == 13, "One of sixteen places stays for others, besides the share of a new host.")
        #expect(limits.admit(receiver("other.example", 64), at: now) == .now)
    }

    @Test func `share the places of their owner`() {
        var limits = limits()
        let admitted = (0..<16).filter { limits.admit(receiver("\($0).example", 1), at: now) == .now }
        #expect(admitted.count == 2)
        #expect(limits.admit(receiver("16.example", 2), at: now) == .now)
        // A cancelled attempt returns its place, and says nothing of the host.
        #expect(limits.end(receiver("0.example", 1), works: nil, at: now, random: 0) == nil)
        #expect(limits.admit(receiver("17.example", 1), at: now) == .now)
    }

    @Test(
        arguments: [
            (ContactKind.webPush, #"{"endpoint":"https://push.example:8443/a?b","keys":{}}"#, ""),
            (.slack, "https://hooks.slack.com/services/a", "https://hooks.slack.com"),
            (.teams, "http://10.1.2.3:8080/a", "http://10.1.2.3:8080"), (.email, "a@example.org", nil as String?),
            (.sms, "+15550001111", nil),
        ] as [(ContactKind, String, String?)])
    func `are known by scheme, host and port`(kind: ContactKind, address: String, origin: String?) {
        #expect(kind.origin(of: address) == origin)
        #expect(kind.isChosenByReceiver == (origin != nil))
    }
}
