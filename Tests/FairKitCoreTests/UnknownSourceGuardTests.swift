import FairKitCore
import Testing

@Suite struct `Unknown sources that try an account's passwords` {
    private let start = Timestamp(milliseconds: 1_764_000_000_000)

    private func tried(_ times: Int, at now: Timestamp) -> UnknownSourceGuard {
        (0..<times).reduce(UnknownSourceGuard(beganAt: now)) { guardian, _ in
            guard case .counted(let next, _) = guardian.attempt(at: now) else { return guardian }
            return next
        }
    }

    @Test func `have a hundred attempts a day, all together`() {
        let last = tried(99, at: start)
        #expect(last.refusedUntil(start) == nil)
        guard case .counted(let full, let isLast) = last.attempt(at: start) else {
            Issue.record("refused too soon")
            return
        }
        #expect(isLast)
        let end = start.advanced(by: .seconds(86_400))
        #expect(full.attempt(at: start) == .refused(until: end))
        #expect(full.attempt(at: end.advanced(by: .milliseconds(-1))) == .refused(until: end))
        #expect(full.attempt(at: end) == .counted(UnknownSourceGuard(failures: 1, beganAt: end), isLast: false))
    }

    @Test func `are not refused for longer because the clock ran ahead`() {
        let ahead = tried(100, at: start.advanced(by: .seconds(10 * 86_400)))
        #expect(ahead.refusedUntil(start) == nil)
        #expect(ahead.attempt(at: start) == .counted(UnknownSourceGuard(failures: 1, beganAt: start), isLast: false))
    }

    @Test func `are reported to the owner once a day`() {
        var guardian = tried(100, at: start)
        #expect(guardian.mayNotify(at: start))
        guardian.notifiedAt = start
        #expect(!guardian.mayNotify(at: start.advanced(by: .seconds(86_399))))
        #expect(guardian.mayNotify(at: start.advanced(by: .seconds(86_400))))
        #expect(guardian.mayNotify(at: start.advanced(by: .seconds(-1))), "the clock ran ahead")
    }
}
