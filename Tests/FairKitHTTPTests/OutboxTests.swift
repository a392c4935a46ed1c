import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitStore
import HTTPTypes
import Relational
import Support
import Testing

@Suite struct `The outbox on the control socket` {
    private let secret = "https://kit.example.org/reset#marker-secret"

    /// Writes a mail, as a use case does.
    private func write(_ scene: Scene) async throws -> NoticeSendID {
        let address = try #require(MailAddress("ada.otieno@example.org"))
        let mail = Notice(.reset, to: MailRecipient(address, in: .english), link: secret, at: scene.house.time.now)
        let send = NoticeSend(of: mail, over: NoticeWay(.email, nil))
        try await scene.house.store.write { (tx) throws(DatabaseError) in try tx.insertMail(mail, as: send) }
        return send.id
    }

    @Test func `lists mail without recipient and text`() async throws {
        try await Scene.run(entrance: .machine) { scene in
            let id = try await write(scene)
            let reply = try await scene.get("/local/outbox", as: nil)
            let mail = try #require(try reply.json["items"]?.list?.first)
            #expect(mail["id"] == .text("\(id)"))
            #expect(mail["recipient"] == .text("a•••@example.org"))
            #expect(mail["state"] == .text("waiting"))
            #expect(!reply.text.contains("otieno"))
            #expect(!reply.text.contains("marker"))
        }
    }

    @Test func `shows a whole mail, and records that`() async throws {
        try await Scene.run(entrance: .machine) { scene in
            let id = try await write(scene)
            let reply = try await scene.get("/local/outbox/\(id)", as: nil)
            #expect(try reply.json["recipient"] == .text("ada.otieno@example.org"))
            #expect(try reply.json["text"]?.text?.contains("\n\(secret)\n") == true)
            let actions = try await scene.house.store.read { (tx) throws(DatabaseError) in
                try tx.all("SELECT action FROM audit WHERE object = \("\(id)")") { row throws(DatabaseError) in
                    try row.value(0, as: AuditAction.self)
                }
            }
            #expect(actions == [.outboxShown])
        }
    }

    /// A notice may hold health data.
    @Test func `shows no text of a notice`() async throws {
        try await Scene.run(entrance: .machine) { scene in
            var facts = NoticeFacts()
            facts.patientName = "marker"
            let notice = Notice(to: .operatorContact, .alertUnreachable, facts, at: scene.house.time.now)
            let send = NoticeSend(of: notice, over: NoticeWay(.email, nil))
            try await scene.house.store.write { (tx) throws(DatabaseError) in
                _ = try tx.insertNotice(notice)
                try tx.insertNoticeSend(send)
            }
            #expect(try await scene.get("/local/outbox/\(send.id)", as: nil).status == 404)
        }
    }

    @Test func `writes no test message without a mail server`() async throws {
        try await Scene.run(entrance: .machine) { scene in
            let reply = try await scene.post("/local/outbox/test", as: nil, json: #"{"to": "ada@example.org"}"#)
            #expect(reply.status == 409)
            #expect(try reply.code == "no-mail-server")
            #expect(try await scene.get("/local/outbox", as: nil).json["items"]?.list?.isEmpty == true)
            let wrong = try await scene.post("/local/outbox/test", as: nil, json: #"{"to": "ada@example.org\r\nX: y"}"#)
            #expect(wrong.status == 422)
            #expect(try wrong.json["errors"]?.list?.first?["pointer"] == .text("/to"))
        }
    }

    @Test func `does not retry an expired mail`() async throws {
        try await Scene.run(entrance: .machine) { scene in
            let id = try await write(scene)
            #expect(try await scene.post("/local/outbox/\(id)/retry", as: nil, json: "{}").status == 200)
            scene.house.time.advance(by: NoticeKind.reset.lifetime)
            let reply = try await scene.post("/local/outbox/\(id)/retry", as: nil, json: "{}")
            #expect(reply.status == 409)
            #expect(try reply.code == "mail-ended")
        }
    }

    @Test func `is for administrators`() async throws {
        try await Scene.run(entrance: .machine) { scene in
            let id = try await write(scene)
            for (method, path) in [
                ("GET", "/local/outbox"), ("GET", "/local/outbox/\(id)"), ("POST", "/local/outbox/\(id)/retry"),
                ("POST", "/local/outbox/test"),
            ] {
                let reply = try await scene.send(
                    method == "GET" ? .get : .post, path, as: nil, type: "application/json",
                    body: Array(#"{"to": "ada@example.org"}"#.utf8), ["FairKit-Role": "clinician"])
                #expect(reply.status == 403, "\(method) \(path)")
            }
        }
    }
}
