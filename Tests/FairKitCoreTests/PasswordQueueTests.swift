import FairKitCore
import Testing

@Suite struct `The queue for password hashing` {
    private let here = TenantName.standard
    private let there = TenantName("kisumu") ?? .standard
    private let limits = PasswordQueue.Limits(threads: 1, places: 8, share: 4)

    private func person(
        _ number: Int, of tenant: TenantName? = nil, in lane: PasswordQueue.Lane = .unknown
    ) -> PasswordQueue.Person {
        PasswordQueue.Person([UInt8(number)], of: tenant ?? here, in: lane)
    }

    /// Takes a place whose hash is ready to run.
    private func wait(_ person: PasswordQueue.Person, in queue: inout PasswordQueue) throws -> PasswordQueue.Ticket {
        let entered = queue.enter(person)
        let ticket = try #require(entered)
        queue.ready(ticket)
        return ticket
    }

    /// Runs everything that waits, one after another.
    private func drain(_ queue: inout PasswordQueue) -> [PasswordQueue.Ticket] {
        var done: [PasswordQueue.Ticket] = []
        while let next = queue.next() {
            done.append(next)
            queue.finish(next)
            queue.leave(next)
        }
        return done
    }

    @Test func `gives an account one place at a time`() throws {
        var queue = PasswordQueue(limits)
        let entered = queue.enter(person(1))
        let first = try #require(entered)
        #expect(queue.enter(person(1)) == nil)
        #expect(queue.enter(person(1, of: there)) != nil, "it is another account")
        queue.leave(first)
        #expect(queue.enter(person(1)) != nil)
    }

    @Test func `reserves places for known people, which unknown clients can't take, even for the same account`() throws
    {
        var queue = PasswordQueue(limits)
        for number in 0..<4 { #expect(queue.enter(person(number)) != nil) }
        for number in 0..<4 { #expect(queue.enter(person(number, of: there)) != nil) }
        #expect(queue.enter(person(9, of: TenantName("mombasa"))) == nil, "the lane is full")
        #expect(queue.enter(person(0, in: .known)) != nil)
    }

    @Test func `limits a tenant to its share`() throws {
        var queue = PasswordQueue(limits)
        for number in 0..<4 { #expect(queue.enter(person(number, in: .known)) != nil) }
        #expect(queue.enter(person(4, in: .known)) == nil)
        #expect(queue.enter(person(4, of: there, in: .known)) != nil)
    }

    @Test func `serves known people first, and an unknown client after every four of them`() throws {
        var queue = PasswordQueue(PasswordQueue.Limits(threads: 1, places: 16, share: 16))
        let unknown = try (0..<3).map { try wait(person($0), in: &queue) }
        let known = try (0..<9).map { try wait(person($0, in: .known), in: &queue) }
        let wanted: [[PasswordQueue.Ticket]] = [
            Array(known[0..<4]), [unknown[0]], Array(known[4..<8]), [unknown[1], known[8], unknown[2]],
        ]
        #expect(drain(&queue) == Array(wanted.joined()))
    }

    @Test func `serves tenants in turn, each in order of arrival`() throws {
        var queue = PasswordQueue(limits)
        let ours = try (0..<3).map { try wait(person($0), in: &queue) }
        let theirs = try (0..<2).map { try wait(person($0, of: there), in: &queue) }
        #expect(drain(&queue) == [ours[0], theirs[0], ours[1], theirs[1], ours[2]])
    }

    @Test func `runs as many hashes at once as there are threads`() throws {
        var queue = PasswordQueue(PasswordQueue.Limits(threads: 2))
        let all = try (0..<3).map { try wait(person($0), in: &queue) }
        #expect([queue.next(), queue.next(), queue.next()] == [all[0], all[1], nil])
        queue.leave(all[0])
        #expect(queue.next() == nil, "a place is not left while its hash runs")
        queue.finish(all[0])
        #expect(queue.next() == all[2])
    }

    @Test func `drops a place that is released while it waits`() throws {
        var queue = PasswordQueue(limits)
        let all = try (0..<3).map { try wait(person($0), in: &queue) }
        queue.leave(all[1])
        queue.leave(all[1])
        #expect(drain(&queue) == [all[0], all[2]])
        #expect((0..<4).allSatisfy { queue.enter(person($0)) != nil }, "nothing is left behind")
    }

    /// For any sequence of calls: no more hashes run than allowed, no share is exceeded, and every person is served.
    @Test(arguments: 0..<20) func `keeps its limits for any sequence of calls`(seed: Int) throws {
        var random = SplitMix(state: UInt64(seed))
        var queue = PasswordQueue(PasswordQueue.Limits(threads: 2, places: 8, share: 4))
        var (inside, running): ([PasswordQueue.Ticket: PasswordQueue.Person], [PasswordQueue.Ticket]) = ([:], [])
        for _ in 0..<2000 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1:
                let someone = person(
                    .random(in: 0..<12, using: &random), of: Bool.random(using: &random) ? here : there,
                    in: Bool.random(using: &random) ? .known : .unknown)
                guard let ticket = queue.enter(someone) else { continue }
                inside[ticket] = someone
                queue.ready(ticket)
            case 2: if let next = queue.next() { running.append(next) }
            default:
                guard let done = running.popLast() else { continue }
                queue.finish(done)
                queue.leave(done)
                inside[done] = nil
            }
            #expect(running.count <= 2)
            #expect(Set(inside.values).count == inside.count)
            for lane in PasswordQueue.Lane.allCases {
                let places = inside.values.filter { $0.lane == lane }
                #expect(places.count <= 8 && places.count(where: { $0.tenant == here }) <= 4)
            }
        }
        for done in running {
            queue.finish(done)
            queue.leave(done)
        }
        #expect(drain(&queue).count == inside.count - running.count)
    }
}

private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }
}

@Suite struct `The threads that hash passwords` {
    @Test(arguments: [
        (cores: 2, megabytes: 4096, count: 2), (2, 2048, 2), (2, 2047, 1), (1, 65_536, 1), (4, 4096, 4),
        (4, 2048, 2), (2, 256, 1), (64, 65_536, 8), (0, 65_536, 1),
    ])
    func `are one per core, within a sixteenth of the memory`(cores: Int, megabytes: Int, count: Int) {
        #expect(PasswordThreads.count(cores: cores, memory: megabytes << 20, hash: 64 << 20) == count)
    }

    @Test func `are one if the memory is unknown`() {
        #expect(PasswordThreads.count(cores: 8, memory: nil, hash: 64 << 20) == 1)
    }
}
