import Coordination
import FairKitCore
import FairKitRuntime
import FairKitService
import Support
import Testing

@Suite struct `The work that servers share` {
    let clock = ManualClock()
    let leases: WorkLeases
    let work = SharedWork.tenant(.new(at: Timestamp(milliseconds: 1)))

    init() {
        leases = WorkLeases(of: .new(at: Timestamp(milliseconds: 1)), clock: clock)
    }

    @Test func `stops six seconds after the last renewal, by the server's own clock`() {
        #expect(!leases.holds(work))
        leases.learn([work], asked: leases.elapsed)
        clock.advance(by: .milliseconds(5999))
        #expect(leases.holds(work) && leases.held == [work])
        clock.advance(by: .milliseconds(1))
        #expect(!leases.holds(work) && leases.held == [])
    }

    @Test func `counts from before the database was asked, however late it answers`() {
        let asked = leases.elapsed
        clock.advance(by: .seconds(7))
        leases.learn([work], asked: asked)
        #expect(!leases.holds(work))
    }

    @Test func `stops at once when its lease is given back or lost, and when the server ends`() {
        leases.learn([work], asked: leases.elapsed)
        leases.release([work])
        #expect(!leases.holds(work))
        #expect(leases.givenBackBefore == [work: .zero])
        leases.learn([work], asked: leases.elapsed)
        leases.learn([], asked: leases.elapsed)
        #expect(!leases.holds(work))
        leases.end()
        leases.learn([work], asked: leases.elapsed)
        #expect(!leases.holds(work), "an answer that came late")
    }

    @Test func `stays while a message is under way, which another server would send once more`() {
        let leadership = Leadership(work, by: leases)
        #expect(!leadership.begin(sending: 1))
        leases.learn([work], asked: leases.elapsed)
        #expect(leadership.begin(sending: 2))
        #expect(leases.release([work]) == [] && leadership.isHeld && leases.givenBackBefore == [:])
        leadership.endSending()
        #expect(leases.release([work]) == [])
        leadership.endSending()
        #expect(leases.release([work]) == [work] && !leadership.isHeld && !leadership.begin(sending: 1))
    }

    @Test func `is all a server's that is alone`() {
        #expect(Leadership.always.isHeld)
        #expect(Leadership(work, by: nil).isHeld)
        #expect(!Leadership(work, by: leases).isHeld)
    }
}

@Suite struct `The time of a shared database` {
    let clock = ManualClock()
    let local = ManualTime()
    let time: DatabaseTime

    init() {
        let local = local
        time = DatabaseTime(clock, until: { local.now })
    }

    private func learn(_ now: Timestamp, after delay: Duration = .zero) {
        let asked = time.elapsed
        clock.advance(by: delay)
        time.learn(now, asked: asked, answered: time.elapsed)
    }

    @Test func `is that of the database, whatever the server's clock says`() {
        #expect(time.now == local.now)
        let there = local.now.advanced(by: .seconds(-3600))
        learn(there)
        #expect(time.now == there)
        local.advance(by: .seconds(86_400))
        clock.advance(by: .seconds(1))
        #expect(time.now == there.advanced(by: .seconds(1)))
    }

    @Test func `is never ahead of the database, and at most as much behind as its answer took`() {
        let there = local.now
        // It was that time when the database was asked, or when it answered, or in between.
        learn(there, after: .milliseconds(100))
        #expect(time.now == there)
        // A quick answer tells more.
        learn(there.advanced(by: .milliseconds(60)), after: .milliseconds(10))
        #expect(time.now == there.advanced(by: .milliseconds(60)))
        // A slow one tells nothing new.
        let before = time.now
        learn(before.advanced(by: .milliseconds(50)), after: .milliseconds(100))
        #expect(time.now == before.advanced(by: .milliseconds(100)))
        // It is ahead by now, since the clocks run apart.
        learn(time.now.advanced(by: .milliseconds(-3)))
        #expect(time.now == before.advanced(by: .milliseconds(97)))
    }

    @Test func `steps when the clock of the database was set`() {
        learn(local.now)
        for step in [2, -3600] {
            let there = time.now.advanced(by: .seconds(step))
            learn(there)
            #expect(time.now == there)
        }
    }
}
