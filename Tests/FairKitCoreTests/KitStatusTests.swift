import FairKitCore
import Testing

@Suite struct `A kit's status` {
    static let steps: [(KitStatus, [KitStatus])] = [
        (.issued, [.shipped, .registered, .received, .expired, .cancelled]),
        (.shipped, [.registered, .received, .expired, .cancelled]),
        (.registered, [.mailed, .received, .expired, .cancelled, .replaced]),
        (.mailed, [.received, .expired, .replaced]),
        (.received, [.processing, .rejected]),
        (.processing, [.resulted, .rejected]),
        (.resulted, []), (.rejected, [.replaced]), (.expired, [.received]), (.cancelled, []), (.replaced, []),
    ]

    @Test(arguments: steps)
    func `changes by legal steps only`(from: KitStatus, to: [KitStatus]) {
        #expect(Set(from.next) == Set(to))
    }

    static let reports: [(KitStatus, KitStatus, [KitStatus]?)] = [
        (.issued, .shipped, [.shipped]), (.registered, .received, [.mailed, .received]),
        (.registered, .processing, [.mailed, .received, .processing]), (.received, .processing, [.processing]),
        (.mailed, .received, [.received]), (.processing, .rejected, [.rejected]), (.rejected, .replaced, [.replaced]),
        (.issued, .received, [.received]), (.shipped, .processing, [.received, .processing]),
        (.issued, .rejected, [.received, .rejected]), (.received, .rejected, [.rejected]),
        (.registered, .rejected, [.mailed, .received, .rejected]), (.processing, .received, nil),
        (.received, .received, nil), (.resulted, .rejected, nil), (.issued, .registered, nil),
        (.processing, .resulted, nil),
        (.resulted, .expired, nil), (.cancelled, .shipped, nil), (.expired, .received, [.received]),
        (.expired, .rejected, [.received, .rejected]), (.expired, .registered, nil),
    ]

    @Test(arguments: reports)
    func `implies unreported steps before a report`(from: KitStatus, to: KitStatus, steps: [KitStatus]?) {
        #expect(from.steps(reporting: to) == steps)
        #expect(from.reportable.contains(to) == (steps != nil))
    }

    @Test func `has a test for every case`() {
        #expect(
            Self.steps.map(\.0) == [.issued, .shipped, .registered, .mailed, .received, .processing, .resulted]
                + [.rejected, .expired, .cancelled, .replaced])
        #expect(Set(Self.steps.map(\.0)) == Set(KitStatus.allCases))
    }

    @Test(arguments: [
        (KitStatus.registered, [KitStatus.mailed, .received, .processing, .resulted]),
        (.mailed, [.received, .processing, .resulted]), (.received, [.processing, .resulted]),
        (.processing, [.resulted]),
    ])
    func `implies unreported steps before a result`(from: KitStatus, implied: [KitStatus]) {
        #expect(from.steps(to: .resulted) == implied)
        #expect(from.acceptsResult)
    }

    @Test(arguments: [KitStatus.resulted, .rejected, .expired, .cancelled, .replaced])
    func `that ends a kit leads to no result`(from: KitStatus) {
        #expect(from.steps(to: .resulted) == nil)
        #expect(!from.acceptsResult)
    }

    @Test(arguments: [KitStatus.issued, .shipped])
    func `before registration accepts no result`(from: KitStatus) {
        #expect(!from.acceptsResult)
    }

    @Test func `never goes back`() {
        #expect(KitStatus.received.steps(to: .mailed) == nil)
        #expect(KitStatus.received.steps(to: .received) == nil)
        #expect(KitStatus.issued.steps(to: .expired) == nil)
    }
}
