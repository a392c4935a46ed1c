import FairKitCore
import Testing

@Suite struct `A band` {
    @Test(
        arguments: [
            (Band.critical, 0), (.urgent, 0), (.result, 60 * 60 * 1000), (.information, 24 * 60 * 60 * 1000),
        ] as [(Band, Int64)])
    func `adds its handicap to the time of raising`(band: Band, handicap: Int64) {
        #expect(band.rank(raisedAt: Example.now) == Example.now.milliseconds + handicap)
    }

    @Test func `lets an old, less urgent alert overtake a new, more urgent one`() {
        let hourAgo = Example.now.advanced(by: .seconds(-3601))
        let dayAgo = Example.now.advanced(by: .seconds(-86_401))
        let urgent = Band.urgent.rank(raisedAt: Example.now)
        #expect(Band.result.rank(raisedAt: hourAgo) < urgent)
        #expect(Band.information.rank(raisedAt: dayAgo) < urgent)
        #expect(Band.result.rank(raisedAt: Example.now.advanced(by: .seconds(-3599))) > urgent)
        #expect(Band.information.rank(raisedAt: hourAgo) > Band.result.rank(raisedAt: Example.now))
    }

    @Test func `has a lease of half a minute, unless the group or the consumer sets another`() {
        for band in Band.allCases { #expect(ConsumerGroup.Settings().lease(for: band) == .seconds(30)) }
        #expect(Band.leaseSeconds == 5...900)
    }
}
