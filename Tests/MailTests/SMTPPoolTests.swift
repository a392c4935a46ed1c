import Dispatch
import FairKitCore
import Mail
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct `A pool of connections to a mail server` {
    private func message() throws -> MailMessage {
        let now = Timestamp(milliseconds: 1_795_262_400_000)
        return try MailMessage(
            id: NoticeSendID.first(at: now), at: now, from: try #require(MailAddress("kit@example.org")),
            to: try #require(MailAddress("ada@example.net")), subject: "Hello", text: "Hello.\n")
    }

    private func pool(
        _ server: ScriptedServer, atMost limit: Int, sharing spares: SpareConnections = SpareConnections(),
        idleTimeout: DispatchTimeInterval = .seconds(60)
    ) throws -> SMTPPool {
        SMTPPool(
            try SMTPServer(url: "smtp+plain://127.0.0.1:\(server.port)"), atMost: limit, sharing: spares,
            idleTimeout: idleTimeout)
    }

    private func send(_ count: Int, by pool: SMTPPool) async throws -> [SendOutcome] {
        let message = try message()
        return await withTaskGroup(of: SendOutcome.self) { tasks in
            for _ in 0..<count { tasks.addTask { await pool.send(message).outcome } }
            return await tasks.reduce(into: []) { $0.append($1) }
        }
    }

    /// The server accepts none before all have arrived.
    @Test func `sends as many messages at once as its limit says`() async throws {
        let server = try ScriptedServer(together: 4)
        defer { server.stop() }
        let pool = try pool(server, atMost: 4)
        #expect(try await send(4, by: pool) == Array(repeating: .accepted, count: 4))
        #expect(server.connections == 4)
        #expect(try await send(1, by: pool) == [.accepted])
        #expect(server.connections == 4, "the connections were kept")
        pool.close()
    }

    @Test func `closes all connections but one when they are not needed`() async throws {
        let server = try ScriptedServer(together: 4)
        defer { server.stop() }
        let spares = SpareConnections(atMost: 3)
        let pool = try pool(server, atMost: 4, sharing: spares, idleTimeout: .milliseconds(1))
        #expect(try await send(4, by: pool) == Array(repeating: .accepted, count: 4))
        while server.lines.filter({ $0 == "QUIT" }).count < 3 { await Task.yield() }
        let other = ObjectIdentifier(server)
        for _ in 0..<3 { #expect(spares.take(for: other), "another pool can have them") }
        #expect(try await send(1, by: pool) == [.accepted])
        #expect(server.connections == 4, "one connection was kept")
        pool.close()
    }

    @Test func `lets further messages wait for a connection`() async throws {
        let server = try ScriptedServer(together: 2)
        defer { server.stop() }
        let pool = try pool(server, atMost: 2)
        #expect(try await send(20, by: pool) == Array(repeating: .accepted, count: 20))
        #expect(server.connections == 2)
        pool.close()
    }

    @Test func `needs no spare connection for its first one`() async throws {
        let server = try ScriptedServer()
        defer { server.stop() }
        let pool = try pool(server, atMost: 8, sharing: SpareConnections(atMost: 0))
        #expect(try await send(5, by: pool) == Array(repeating: .accepted, count: 5))
        #expect(server.connections == 1)
        pool.close()
    }

    @Test func `does not send a message whose task was cancelled while it waited`() async throws {
        let server = try ScriptedServer([("RCPT", "silence")])
        defer { server.stop() }
        let pool = try pool(server, atMost: 1)
        let message = try message()
        let outcomes = await withTaskGroup(of: SendOutcome.self) { tasks in
            for _ in 0..<3 { tasks.addTask { await pool.send(message).outcome } }
            while !server.lines.contains(where: { $0.hasPrefix("RCPT") }) { await Task.yield() }
            tasks.cancelAll()
            return await tasks.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes == [.stopped, .stopped, .stopped])
        #expect(server.lines.filter { $0.hasPrefix("RCPT") }.count == 1)
        pool.close()
    }
}

@Suite struct `Spare connections` {
    private final class Pool {}

    @Test func `go to one pool until another wants its share`() {
        let (spares, loud, quiet) = (SpareConnections(atMost: 4), Pool(), Pool())
        let (first, second) = (ObjectIdentifier(loud), ObjectIdentifier(quiet))
        for _ in 0..<4 { #expect(spares.take(for: first)) }
        #expect(!spares.take(for: first), "all are taken")
        #expect(!spares.isOwed(by: first), "no other pool wants one")
        #expect(!spares.take(for: second))
        for _ in 0..<2 {
            #expect(spares.isOwed(by: first))
            spares.release(1, by: first, isIdle: false)
            #expect(!spares.take(for: first), "it has its share")
            #expect(spares.take(for: second))
        }
        #expect(!spares.isOwed(by: first) && !spares.isOwed(by: second))
        spares.release(2, by: second, isIdle: true)
        #expect(spares.take(for: first), "the other pool has nothing more to send")
        withExtendedLifetime((loud, quiet)) {}
    }
}
