import FairKitCore
import FairKitFrame
import FoundationEssentials
import Testing

@Suite struct `Concurrency slots` {
    private let first = TenantID(uuid: UUID())
    private let second = TenantID(uuid: UUID())

    private func holder(_ tenant: TenantID) -> Slots.Holder { Slots.Holder(ActorID(uuid: UUID()), of: tenant) }

    @Test func `are limited per caller, and others of its tenant get some`() {
        var places = Slots(Slots.Limits(inAll: 8, kept: 2, ofCaller: 4))
        let (greedy, other) = (holder(first), holder(first))
        let taken1 = (0..<5).map { _ in places.take(greedy) }
        #expect(taken1 == [true, true, true, true, false])
        let taken2 = places.take(other)
        #expect(taken2)
        places.release(greedy)
        let taken3 = places.take(greedy)
        #expect(taken3)
    }

    @Test func `are never all held by one tenant`() {
        var places = Slots(Slots.Limits(inAll: 8, kept: 2, ofCaller: 4))
        let taken4 = (0..<20).map { _ in places.take(holder(first)) }
        #expect(taken4.count { $0 } == 6)
        let taken5 = (0..<20).map { _ in places.take(holder(second)) }
        #expect(taken5.count { $0 } == 1)
        let taken6 = places.take(holder(TenantID(uuid: UUID())))
        #expect(taken6, "the last slot is reserved for a tenant without one")
        let taken7 = places.take(holder(TenantID(uuid: UUID())))
        #expect(!taken7, "there are eight")
    }

    @Test func `are released once each`() {
        var places = Slots(Slots.Limits(inAll: 4, kept: 1, ofCaller: 2))
        let three = (0..<3).map { _ in holder(first) }
        for _ in 0..<100 {
            let all = three.map { places.take($0) }
            #expect(all == [true, true, true])
            let taken8 = places.take(holder(first))
            #expect(!taken8)
            for one in three { places.release(one) }
        }
    }

    @Test func `are limited per tenant`() {
        var places = Slots(Slots.Limits(inAll: .max, kept: 0, ofTenant: 1000, ofCaller: 50))
        let caller = holder(first)
        let taken9 = (0..<60).map { _ in places.take(caller) }
        #expect(taken9.count { $0 } == 50)
        let taken10 = (0..<2000).map { _ in places.take(holder(first)) }
        #expect(taken10.count { $0 } == 950)
        let taken11 = places.take(holder(second))
        #expect(taken11)
    }
}

@Suite struct `The body of a photo` {
    @Test(arguments: [
        (0, Duration.seconds(5), false), (0, .seconds(6), true), (65_536, .seconds(6), true),
        (65_537, .seconds(6), false),
        (65_537, .seconds(7), true), (655_361, .seconds(15), false), (3_000_000, .seconds(60), true),
        (3_700_000, .seconds(60), false),
    ])
    func `is too slow below 64 KB a second from the fifth second on`(bytes: Int, elapsed: Duration, isTooSlow: Bool) {
        #expect(BodyPace.isTooSlow(bytes, after: elapsed) == isTooSlow)
    }
}
