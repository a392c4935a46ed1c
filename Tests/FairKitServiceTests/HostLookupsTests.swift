import Dispatch
import FairKitCore
import OutboundHTTP
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Host lookups` {
    private let address = IPAddress("192.0.2.1")

    /// Lookups that hang until they are released, and report that they have started.
    private func hanging(atMost limit: Int) -> (HostLookups, begun: AsyncStream<String>, gate: DispatchSemaphore) {
        let (begun, tell) = AsyncStream.makeStream(of: String.self)
        let gate = DispatchSemaphore(value: 0)
        let lookups = HostLookups(atMost: limit) { [address] host in
            tell.yield(host)
            gate.wait()
            return [address].compactMap { $0 }
        }
        return (lookups, begun, gate)
    }

    @Test func `use a limited number of threads, however many hang and are cancelled`() async {
        let (lookups, begun, gate) = hanging(atMost: 2)
        var events = begun.makeAsyncIterator()
        var hosts: [String] = []
        await withTaskGroup(of: [IPAddress].self) { group in
            for number in 0..<2 { group.addTask { await lookups.addresses(of: "hangs\(number)") } }
            for _ in 0..<2 { hosts.append(await events.next() ?? "") }
            for number in 0..<50 { group.addTask { await lookups.addresses(of: "waits\(number)") } }
            group.cancelAll()
            for await found in group { #expect(found == [], "a cancelled task waits for no thread") }
        }
        async let last = lookups.addresses(of: "last")
        // The hanging lookups end at last, and only the last host was still waiting.
        for _ in 0..<60 { gate.signal() }
        #expect(await last == [address].compactMap { $0 })
        hosts.append(await events.next() ?? "")
        #expect(hosts.prefix(2).sorted() == ["hangs0", "hangs1"])
        #expect(hosts.last == "last")
    }

    @Test func `run for a limited number of hosts at once`() async {
        let (begun, tell) = AsyncStream.makeStream(of: Void.self)
        let gate = DispatchSemaphore(value: 0)
        let running = Mutex(0)
        let most = Mutex(0)
        let lookups = HostLookups(atMost: 2) { _ in
            let now = running.withLock { count in
                count += 1
                return count
            }
            most.withLock { $0 = max($0, now) }
            tell.yield()
            gate.wait()
            running.withLock { $0 -= 1 }
            return []
        }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<12 { group.addTask { _ = await lookups.addresses(of: "host\(number)") } }
            var events = begun.makeAsyncIterator()
            for _ in 0..<12 {
                await events.next()
                gate.signal()
            }
        }
        #expect(most.withLock { $0 } <= 2)
    }

    @Test func `share one lookup per host`() async {
        let running = Mutex<Set<String>>([])
        let twice = Mutex(0)
        let lookups = HostLookups(atMost: 8) { [address] host in
            if !running.withLock({ $0.insert(host).inserted }) { twice.withLock { $0 += 1 } }
            defer { _ = running.withLock { $0.remove(host) } }
            return [address].compactMap { $0 }
        }
        await withTaskGroup(of: [IPAddress].self) { group in
            for number in 0..<500 { group.addTask { await lookups.addresses(of: "host\(number % 3)") } }
            for await found in group { #expect(found.count == 1) }
        }
        #expect(twice.withLock { $0 } == 0)
    }

    @Test func `start a waiting host when a thread is free`() async {
        let (lookups, begun, gate) = hanging(atMost: 1)
        var events = begun.makeAsyncIterator()
        async let first = lookups.addresses(of: "first")
        #expect(await events.next() == "first")
        async let second = lookups.addresses(of: "second")
        gate.signal()
        #expect(await first.count == 1)
        #expect(await events.next() == "second")
        gate.signal()
        #expect(await second.count == 1)
    }
}
