import FairKitCore
import Testing

@Suite struct `What a server changes about its leases` {
    let one = ServerID.new(at: Timestamp(milliseconds: 1))
    let two = ServerID.new(at: Timestamp(milliseconds: 2))
    let three = ServerID.new(at: Timestamp(milliseconds: 3))
    let works = (1...9).map { SharedWork.tenant(.new(at: Timestamp(milliseconds: $0))) }.sorted { $0.name < $1.name }

    private func board(_ holders: [SharedWork: ServerID], servers: Set<ServerID>) -> LeaseBoard {
        LeaseBoard(leases: holders.map { .init(work: $0.key, holder: $0.value, term: 1) }, servers: servers)
    }

    private func change(
        _ board: LeaseBoard, needed: Set<SharedWork>, _ ages: [SharedWork: Duration] = [:]
    ) -> LeaseChange {
        LeaseChange(of: one, on: board, needed: needed, givenBackBefore: ages)
    }

    @Test func `is to take all work that no server does`() {
        let board = board([works[0]: two], servers: [two])
        let change = change(board, needed: [.list, works[0], works[1], works[2]])
        #expect(change.taken == [.list, works[1], works[2]])
        #expect(change.givenBack == [])
    }

    @Test func `is to give back what is not needed`() {
        let board = board([works[0]: one, works[1]: one, works[2]: two], servers: [one, two])
        let change = change(board, needed: [works[0]])
        #expect(change.givenBack == [works[1]])
        #expect(change.taken == [])
    }

    @Test func `is nothing while each has its share`() {
        let holders = [works[0]: one, works[1]: one, works[2]: two, .list: one]
        let needed = Set(works[0...2] + [.list])
        #expect(change(board(holders, servers: [one, two]), needed: needed) == LeaseChange())
        // A server that was not recorded yet counts itself.
        #expect(change(board(holders, servers: [two]), needed: needed) == LeaseChange())
    }

    @Test func `is to give back one tenant at a time while it has more than its share`() {
        var holders = Dictionary(uniqueKeysWithValues: works.map { ($0, one) })
        holders[.list] = one
        let needed = Set(works + [.list])
        var rounds = 0
        while true {
            let change = change(board(holders, servers: [one, two, three]), needed: needed)
            guard let back = change.givenBack.first else { break }
            #expect(change.givenBack.count == 1 && back != .list)
            holders[back] = rounds.isMultiple(of: 2) ? two : three
            rounds += 1
        }
        #expect(rounds == 6)
        #expect(holders.values.count { $0 == one } == 4)
    }

    @Test func `leaves to others for ten seconds what it gave back`() {
        let board = board([:], servers: [one, two])
        #expect(change(board, needed: [works[0]], [works[0]: .seconds(9)]).taken == [])
        #expect(change(board, needed: [works[0]], [works[0]: .seconds(10)]).taken == [works[0]])
    }

    @Test func `keeps for a while what came back, as no other server wanted it`() {
        let holders = [works[0]: one, works[1]: one]
        let needed: Set = [works[0], works[1]]
        let board = board(holders, servers: [one, two])
        #expect(change(board, needed: needed, [works[0]: .seconds(11)]).givenBack == [works[1]])
        #expect(change(board, needed: needed, [works[0]: .seconds(11), works[1]: .seconds(299)]).givenBack == [])
        #expect(change(board, needed: needed, [works[0]: .seconds(300)]).givenBack == [works[0]])
    }

    @Test func `gives back in the database what it gave up before, but could not write`() {
        let board = board([works[0]: one], servers: [one])
        let change = change(board, needed: [works[0]], [works[0]: .seconds(3)])
        #expect(change.givenBack == [works[0]] && change.taken == [])
    }

    @Test func `concerns leases by names that are read back`() {
        for work in works + [.list] { #expect(SharedWork(work.name) == work) }
        for name in ["", "work:", "work:x", "later"] { #expect(SharedWork(name) == nil) }
    }

    @Test func `is taken over within ten seconds of a death, and never done by two`() {
        #expect(SharedWork.term + SharedWork.lookout < .seconds(10))
        #expect(SharedWork.timeout < SharedWork.term)
        #expect(SharedWork.renewal * 2 < SharedWork.timeout)
    }
}
