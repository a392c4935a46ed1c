import EngineConformance
import PostgreSQL
import Relational
import Synchronization
import Testing

@Suite struct `Notifications` {
    private static let count = Atomic(0)
    private let server: TestServer
    private let pool: ConnectionPool
    /// A channel that no other test has. Its name is no plain identifier.
    private let channel = "Test \"channel\" \(count.add(1, ordering: .relaxed).newValue)"

    init() throws {
        server = try TestServer.shared.get()
        pool = ConnectionPool(try server.address(), password: nil)
    }

    /// Listens, and passes each event to the test.
    private func listening(
        _ pool: ConnectionPool, heartbeat: Duration = .seconds(10)
    ) -> (listener: Listener, events: AsyncStream<Listener.Event>.Iterator) {
        let (stream, continuation) = AsyncStream.makeStream(of: Listener.Event.self)
        let listener = Listener(pool, to: channel, heartbeat: heartbeat) { continuation.yield($0) }
        return (listener, stream.makeAsyncIterator())
    }

    @Test func `arrive, each once and in their order`() async throws {
        var (listener, events) = listening(pool)
        defer { listener.close() }
        #expect(await events.next() == .listening)
        #expect(listener.isListening)
        // Of two processes.
        let notifiers = (0..<2).map { _ in Notifier(pool, to: channel) }
        defer { for notifier in notifiers { notifier.close() } }
        for number in 1...3 {
            for (index, notifier) in notifiers.enumerated() {
                try notifier.notify("\(index):tenant=\(number)")
                #expect(await events.next() == .notified("\(index):tenant=\(number)"))
            }
        }
    }

    @Test func `are sent in one batch, in as many payloads as they need`() async throws {
        var (listener, events) = listening(pool)
        defer { listener.close() }
        #expect(await events.next() == .listening)
        // The second batch waits until the notifier is closed.
        let notifier = Notifier(pool, to: channel, every: .seconds(3600))
        try notifier.notify("first")
        #expect(await events.next() == .notified("first"))
        let long = String(repeating: "x", count: 7999)
        let texts = (0..<1000).map { "tenant \($0) = \($0)" } + [long, "last"]
        for text in texts + texts.reversed() { try notifier.notify(text) }
        notifier.close()
        for text in texts { #expect(await events.next() == .notified(text)) }
    }

    @Test(arguments: ["", "line\nfeed", "zero\u{0}", "\u{e9}", String(repeating: "x", count: 8000)])
    func `have a text that a payload can hold`(text: String) {
        let notifier = Notifier(pool, to: channel)
        defer { notifier.close() }
        let error = #expect(throws: Notifier.Unsendable.self) { try notifier.notify(text) }
        #expect(error?.description.contains("7,999") == true)
    }

    @Test func `are heard again after the server has ended the connections, and the owner is told`() async throws {
        let administrator = try PostgresSession(server.address(), password: nil)
        try administrator.control("CREATE ROLE notified LOGIN")
        let pool = ConnectionPool(try server.address(user: "notified"), password: nil)
        var (listener, events) = listening(pool)
        defer { listener.close() }
        #expect(await events.next() == .listening)
        let notifier = Notifier(pool, to: channel)
        defer { notifier.close() }
        try notifier.notify("one")
        #expect(await events.next() == .notified("one"))
        let processes = try ReadTransaction(administrator).all(
            "SELECT pid FROM pg_stat_activity WHERE usename = 'notified'"
        ) { row throws(DatabaseError) in try row.value(0, as: Int.self) }
        #expect(processes.count == 2)
        for process in processes { server.end(process) }
        #expect(await events.next()?.isAway == true)
        #expect(await events.next() == .listening)
        try notifier.notify("two")
        #expect(await events.next() == .notified("two"))
    }

    @Test func `that a server has swallowed are noticed by the silence`() async throws {
        let proxy = try Proxy(server)
        let limits = ConnectionPool.Limits(writers: 1, readers: 1, kept: 0, answer: .seconds(1))
        let pool = ConnectionPool(try proxy.address, password: nil, limits: limits)
        var (listener, events) = listening(pool, heartbeat: .milliseconds(10))
        defer { listener.close() }
        #expect(await events.next() == .listening)
        proxy.set(.swallowing)
        #expect(await events.next()?.isAway == true)
        #expect(!listener.isListening)
        proxy.set(.none)
        #expect(await events.next() == .listening)
    }

    @Test func `are lost while the server is down, and the owner is told`() async throws {
        let proxy = try Proxy(server)
        proxy.set(.everything)
        let pool = ConnectionPool(try proxy.address, password: nil)
        let (failures, continuation) = AsyncStream.makeStream(of: DatabaseError.self)
        let notifier = Notifier(pool, to: channel) { continuation.yield($0) }
        var (listener, events) = listening(pool)
        #expect(await events.next()?.isAway == true)
        try notifier.notify("lost")
        var all = failures.makeAsyncIterator()
        #expect(await all.next()?.isOfServer == true)
        listener.close()
        notifier.close()
    }

    @Test func `do not wait for a transaction that waits for a lock`() async throws {
        let location = try TestPlace.make()
        // However slow the machine is, the transaction stays open.
        let patient = ConnectionPool(
            try server.address(), password: nil,
            limits: .init(writers: 1, readers: 1, kept: 0, idle: .seconds(600), answer: .seconds(600)))
        let database = try PostgresDatabase.open(patient, at: location, head: "UPDATE head SET commits = commits + 1")
        defer { database.close() }
        var (listener, events) = listening(pool)
        defer { listener.close() }
        #expect(await events.next() == .listening)
        let notifier = Notifier(pool, to: channel)
        defer { notifier.close() }
        let gate = Gate()
        async let written: Void = database.write { (tx) throws(DatabaseError) in gate.pass() }
        await gate.isReached()
        try notifier.notify("meanwhile")
        #expect(await events.next() == .notified("meanwhile"))
        gate.open()
        try await written
    }
}

extension Listener.Event {
    fileprivate var isAway: Bool { if case .away(let error) = self { error.isOfServer } else { false } }
}
