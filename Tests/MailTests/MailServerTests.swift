import FairKitCore
import Mail
import Testing

/// The acceptance tests cover TLS and logins, with an independent server.
/// The tests run one after the other: a closed server's port can be reused by the next one.
@Suite(.serialized, .timeLimit(.minutes(2))) struct `A mail server` {
    private func message(text: String = "Hello.\n") throws -> MailMessage {
        let now = Timestamp(milliseconds: 1_795_262_400_000)
        return try MailMessage(
            id: NoticeSendID.first(at: now), at: now, from: try #require(MailAddress("kit@example.org")),
            to: try #require(MailAddress("ada@example.net")), subject: "Hello", text: text)
    }

    private func carrier(to server: ScriptedServer) throws -> SMTPPool {
        SMTPPool(
            try SMTPServer(url: "smtp+plain://127.0.0.1:\(server.port)"), atMost: 1, sharing: SpareConnections())
    }

    @Test func `gets the message to the letter, and dots that are no end`() async throws {
        let server = try ScriptedServer()
        defer { server.stop() }
        let message = try message(text: ".\n..\nThe end.\n.\n")
        #expect(try await carrier(to: server).send(message) == SendAnswer(.accepted, status: 250))
        let lines = server.lines
        #expect(lines.contains("MAIL FROM:<kit@example.org>"))
        #expect(lines.contains("RCPT TO:<ada@example.net>"))
        let start = try #require(lines.firstIndex(of: "DATA"))
        let end = try #require(lines.firstIndex(of: "."))
        let stuffed = lines[(start + 1)..<end].map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 }
        #expect((stuffed + [""]).joined(separator: "\r\n") == String(decoding: message.bytes, as: UTF8.self))
    }

    @Test func `gets several messages over one connection, and another after it was hung up`() async throws {
        let server = try ScriptedServer()
        defer { server.stop() }
        let carrier = try carrier(to: server)
        for _ in 0..<3 { #expect(await carrier.send(try message()).outcome == .accepted) }
        #expect(server.connections == 1)
        carrier.close()
        #expect(await carrier.send(try message()).outcome == .accepted)
        #expect(server.connections == 2)
        while server.lines.filter({ $0 == "QUIT" }).isEmpty { await Task.yield() }
    }

    @Test(
        arguments: [
            ("", "554 no", SendAnswer(.disconnected, status: 554)), ("", nil, SendAnswer(.disconnected)),
            ("MAIL", "530 log in", SendAnswer(.unauthorized, status: 530)),
            ("MAIL", "553 no", SendAnswer(.refused, status: 553)),
            ("RCPT", "451 later", SendAnswer(.postponed, status: 451)),
            ("RCPT", "550 no", SendAnswer(.refused, status: 550)),
            ("DATA", "554 no", SendAnswer(.refused, status: 554)),
            ("DATA", "421 bye", SendAnswer(.postponed, status: 421)),
            (".", "552 too much", SendAnswer(.refused, status: 552)),
            (".", "452 full", SendAnswer(.postponed, status: 452)),
            (".", "354 what?", nil), (".", nil, nil), ("RCPT", nil, nil),
        ] as [(String, String?, SendAnswer?)])
    func `decides what becomes of a message`(command: String, reply: String?, answer: SendAnswer?) async throws {
        let server = try ScriptedServer([(command, reply)])
        defer { server.stop() }
        let carrier = try carrier(to: server)
        let first = await carrier.send(try message())
        if let answer { #expect(first == answer) } else { #expect(first.outcome == .disconnected) }
        // The server works again.
        #expect(await carrier.send(try message()).outcome == .accepted)
    }

    @Test func `is unreachable if it does not run`() async throws {
        let server = try ScriptedServer()
        let carrier = try carrier(to: server)
        server.stop()
        #expect(await carrier.send(try message()) == SendAnswer(.unreachable))
    }

    @Test func `that does not offer TLS gets nothing but a greeting`() async throws {
        let server = try ScriptedServer()
        defer { server.stop() }
        let login = SMTPServer.Login(user: "ada", password: "secret")
        let carrier = SMTPPool(
            try SMTPServer(url: "smtp://127.0.0.1:\(server.port)", login: login), atMost: 1, sharing: SpareConnections()
        )
        #expect(await carrier.send(try message()).outcome == .withoutTLS)
        #expect(server.lines.allSatisfy { ["EHLO", "HELO", "QUIT"].contains($0.prefix(4)) })
    }

    @Test func `is left when the task is cancelled, even if it is silent`() async throws {
        let server = try ScriptedServer([("RCPT", "silence")])
        defer { server.stop() }
        let carrier = try carrier(to: server)
        let message = try message()
        let answer = await withTaskGroup(of: SendAnswer.self) { tasks in
            tasks.addTask { await carrier.send(message) }
            while !server.lines.contains(where: { $0.hasPrefix("RCPT") }) { await Task.yield() }
            tasks.cancelAll()
            return await tasks.next()
        }
        #expect(answer == SendAnswer(.stopped))
    }
}
