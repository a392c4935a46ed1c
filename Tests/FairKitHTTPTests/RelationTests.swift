import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import FairKitStore
import FoundationEssentials
import HTTPTypes
import Support
import Testing

@Suite struct `Care over HTTP` {
    @Test func `is assigned, listed and ended by administrators`() async throws {
        try await Scene.run { scene in
            let clinician = try await scene.house.somebody(.clinician)
            let account = try #require(clinician.subject.account)
            let made = try await scene.post(
                "/api/v1/care-assignments", as: .administrator,
                json: #"{"accountId": "\#(account)", "profileId": "\#(scene.person)"}"#)
            #expect(made.status == 201)
            #expect(try made.json["active"] == .bool(true))
            #expect(try made.json["to"] == nil)
            _ = try await scene.house.tenancy.profiles.show(scene.person, by: clinician)
            let id = try #require(try made.json["id"]?.text)
            let list = "/api/v1/care-assignments?accountId=\(account)"
            let listed = try await scene.get(list, as: .administrator)
            #expect(try listed.json["items"]?.list?.map { $0["id"]?.text } == [id])
            #expect(!listed.text.contains("Ada"))
            let ended = try await scene.post("/api/v1/care-assignments/\(id)/end", as: .administrator, json: "{}")
            #expect(try ended.json["active"] == .bool(false))
            let again = try await scene.post("/api/v1/care-assignments/\(id)/end", as: .administrator, json: "{}")
            #expect(again.status == 409)
            #expect(try again.code == "care-ended")
            await #expect(throws: Refusal<Never>.self) {
                try await scene.house.tenancy.profiles.show(scene.person, by: clinician)
            }
        }
    }

    @Test(arguments: [
        (#""accountId": "x""#, "/accountId"), (#""profileId": "x""#, "/profileId"), (#""from": "tomorrow""#, "/from"),
        (#""to": "2000-01-01T00:00:00Z""#, "/to"),
        (#""accountId": "01a1fc15-44c8-78f6-9d3f-ace9244b24ff""#, "/accountId"),
        (#""profileId": "01a1fc15-44c8-78f6-9d3f-ace9244b24ff""#, "/profileId"),
    ])
    func `names the faults`(member: String, pointer: String) async throws {
        try await Scene.run { scene in
            let account = try #require(try await scene.house.somebody(.clinician).subject.account)
            var members = [#""accountId": "\#(account)""#, #""profileId": "\#(scene.person)""#]
            members.removeAll { $0.prefix(8) == member.prefix(8) }
            let json = "{" + (members + [member]).joined(separator: ", ") + "}"
            let reply = try await scene.post("/api/v1/care-assignments", as: .administrator, json: json)
            #expect(reply.status == 422)
            #expect(try reply.json["errors"]?.list?.first?["pointer"]?.text == pointer, "\(reply.text)")
        }
    }
}

@Suite struct `Emergency access over HTTP` {
    @Test func `causes one mail an hour when repeated`() async throws {
        try await Scene.run { scene in
            _ = try await scene.house.somebody(.administrator)
            let clinician = try await scene.house.somebody(.clinician)
            for minutes in [0, 10, 20, 60] {
                scene.house.time.advance(by: .seconds(minutes * 60))
                _ = try await scene.house.tenancy.emergencies.open(
                    scene.person, reason: "Unconscious in casualty", by: clinician)
                _ = try await scene.house.tenancy.emergencies.close(scene.person, by: clinician)
            }
            let mails = try await scene.house.store.read { (tx) throws(DatabaseError) in
                try tx.mails()
            }
            #expect(mails.count == 2)
        }
    }

    @Test func `is reviewed by administrators, and marked for the patient`() async throws {
        try await Scene.run { scene in
            let clinician = try await scene.house.somebody(.clinician)
            let reason = "Unconscious in casualty"
            _ = try await scene.house.tenancy.emergencies.open(scene.person, reason: reason, by: clinician)
            _ = try await scene.house.tenancy.profiles.show(scene.person, by: clinician)
            let list = try await scene.get("/api/v1/break-glass", as: .administrator)
            let glass = try #require(try list.json["items"]?.list?.first)
            #expect(glass["reason"]?.text == reason)
            #expect(glass["profileId"]?.text == "\(scene.person)")
            let id = try #require(glass["id"]?.text)
            let path = "/api/v1/break-glass/\(id)/review"
            #expect(try await scene.post(path, as: .administrator, json: "").status == 200, "a body may be empty")
            #expect(try await scene.post(path, as: .administrator, json: "[]").status == 400)
            let late = try await scene.post(path, as: .administrator, json: #"{"note": "All is clear."}"#)
            #expect(try late.status == 409 && late.code == "reviewed-before")
            let reviewed = try await scene.post(path, as: .administrator, json: "{}")
            #expect(try reviewed.json["reviewedAt"]?.text == "\(scene.house.time.now)")
            #expect(try await scene.get("/api/v1/break-glass", as: .administrator).json["items"]?.list == [])
            #expect(
                try await scene.get("/api/v1/break-glass?all=true", as: .administrator).json["items"]?.list?.count == 1)
            let accesses = try await scene.get("/api/v1/profiles/\(scene.person)/accesses", as: .patient)
            let items = try #require(try accesses.json["items"]?.list)
            let marked = items.filter { $0["breakGlass"] == .bool(true) }.compactMap { $0["action"]?.text }
            #expect(marked == ["profile.read", "break-glass.opened"])
            #expect(!accesses.text.contains(reason))
            let audit = try await scene.get("/api/v1/audit?breakGlass=true", as: .administrator)
            #expect(try audit.json["items"]?.list?.count == 2)
            #expect(!audit.text.contains(reason))
        }
    }
}

@Suite struct `A refusal during emergency access` {
    @Test func `is recorded with the patient and the mark, for any part of the record`() async throws {
        try await Scene.run { scene in
            let clinician = try await scene.staff("clinician", "noor@example.org")
            let registered = try await scene.post(
                "/api/v1/test-kits/register", as: .patient, photo: nil, barcode: "FU-KIT-2025110701-X")
            let kit = try #require(try registered.json["id"]?.text)
            let opened = try await scene.send(
                .post, "/api/v1/profiles/\(scene.person)/break-glass", as: clinician,
                json: #"{"reason": "Unconscious in casualty"}"#)
            #expect(opened.status == 201)
            let (path, status) = ("/api/v1/test-kits/\(kit)/status", #"{"status": "mailed"}"#)
            #expect(try await scene.send(.post, path, as: clinician, json: status).status == 403)
            let audit = try await scene.get("/api/v1/audit?outcome=denied", as: .administrator)
            let entry = try #require(try audit.json["items"]?.list?.first)
            #expect(entry["object"]?.text == "/api/v1/test-kits/{id}/status")
            #expect(entry["patientId"]?.text == "\(scene.person)")
            #expect(entry["breakGlass"] == .bool(true))
            // Without emergency access it is the same, but without the mark.
            #expect(try await scene.post(path, as: .consumer, json: status).status == 403)
            let next = try await scene.get("/api/v1/audit?outcome=denied", as: .administrator)
            let other = try #require(try next.json["items"]?.list?.first)
            #expect(other["patientId"]?.text == "\(scene.person)")
            #expect(other["breakGlass"] == .bool(false))
        }
    }
}

@Suite struct `A clinician who leaves` {
    @Test func `has no care assignments and no open records`() async throws {
        try await Scene.run { scene in
            let clinician = try await scene.house.somebody(.clinician)
            let account = try #require(clinician.subject.account)
            let assigned = try await scene.post(
                "/api/v1/care-assignments", as: .administrator,
                json: #"{"accountId": "\#(account)", "profileId": "\#(scene.person)"}"#)
            #expect(assigned.status == 201)
            _ = try await scene.house.tenancy.emergencies.open(
                scene.person, reason: "Unconscious in casualty", by: clinician)
            let gone = try await scene.onMachine { machine in
                try await machine.send(.delete, "/api/v1/accounts/\(account)", as: nil, type: nil, body: nil)
            }
            #expect(gone.status == 204)
            let care = try await scene.get("/api/v1/care-assignments", as: .administrator)
            #expect(try care.json["items"]?.list?.map { $0["active"] } == [.bool(false)])
            let opened = try await scene.get("/api/v1/break-glass", as: .administrator)
            #expect(try opened.json["items"]?.list?.first?["endedAt"]?.text == "\(scene.house.time.now)")
        }
    }

    /// Otherwise the record would be open again for a clinician who is resumed within the hour.
    @Test func `finds no open records after being suspended`() async throws {
        try await Scene.run { scene in
            let clinician = try await scene.house.somebody(.clinician)
            let path = "/api/v1/accounts/\(try #require(clinician.subject.account))"
            _ = try await scene.house.tenancy.emergencies.open(
                scene.person, reason: "Unconscious in casualty", by: clinician)
            for call in ["suspend", "resume"] {
                #expect(try await scene.post("\(path)/\(call)", as: .administrator, json: "{}").status == 200)
            }
            await #expect(throws: Refusal<Never>.self) {
                try await scene.house.tenancy.profiles.show(scene.person, by: clinician)
            }
        }
    }
}

@Suite struct `Shares over HTTP` {
    private func path(_ scene: Scene) -> String { "/api/v1/profiles/\(scene.person)/shares" }

    private func shareByLink(_ scene: Scene) async throws -> (id: String, link: String) {
        _ = try await scene.post("/api/v1/test-kits/register", as: .patient, photo: nil, barcode: "FU-KIT-2025110701-X")
        try await scene.raiseAlert()
        let made = try await scene.post(path(scene), as: .patient, json: #"{"link": true, "pin": "314159"}"#)
        #expect(made.status == 201)
        return (try #require(try made.json["id"]?.text), try #require(try made.json["link"]?.text))
    }

    private func open(_ scene: Scene, _ link: String, _ pin: String = "314159") async throws -> Scene.Reply {
        try await scene.post("/api/v1/shared", as: nil, json: #"{"link": "\#(link)", "pin": "\#(pin)"}"#)
    }

    @Test func `by link show results to a client with the PIN, without a key`() async throws {
        try await Scene.run { scene in
            let (id, link) = try await shareByLink(scene)
            let reply = try await open(scene, link)
            #expect(reply.status == 200)
            let result = try #require(try reply.json["items"]?.list?.first)
            #expect(result["level"]?["value"] == .number(820))
            #expect(result["patientId"] == nil)
            #expect(try reply.json["name"]?["given"]?.text == "Ada")
            for hidden in ["birthDate", "contact", "\(scene.person)"] { #expect(!reply.text.contains(hidden)) }
            let list = try await scene.get(path(scene), as: .patient)
            #expect(try list.json["items"]?.list?.first?["active"] == .bool(true))
            #expect(!list.text.contains(link) && !list.text.contains("314159"))
            let accesses = try await scene.get("/api/v1/profiles/\(scene.person)/accesses", as: .patient)
            let opened = try accesses.json["items"]?.list?.first { $0["action"]?.text == "share.opened" }
            #expect(opened?["shareId"]?.text == id)
        }
    }

    @Test func `get the same response if they are unknown, expired or opened with a wrong PIN`() async throws {
        try await Scene.run { scene in
            let (id, link) = try await shareByLink(scene)
            var replies = [
                try await open(scene, "fs_" + String(repeating: "A", count: 43)), try await open(scene, "x"),
                try await open(scene, link, "000000"), try await open(scene, link, "no digits"),
            ]
            let ended = try await scene.send(.delete, "\(path(scene))/\(id)", as: .patient, type: nil, body: nil)
            #expect(ended.status == 200)
            #expect(try ended.json["endReason"]?.text == "revoked")
            replies.append(try await open(scene, link))
            #expect(Set(replies.map(\.said)).count == 1)
            #expect(try replies.allSatisfy { try $0.status == 404 && $0.code == "share-unknown" })
            let again = try await scene.send(.delete, "\(path(scene))/\(id)", as: .patient, type: nil, body: nil)
            #expect(try again.code == "share-ended")
        }
    }

    @Test(arguments: [
        ("{}", "/with"), (#"{"with": {}}"#, "/with"), (#"{"link": true}"#, "/pin"),
        (#"{"link": true, "pin": "12345"}"#, "/pin"), (#"{"link": true, "pin": "12345x"}"#, "/pin"),
        (#"{"with": {"email": "a@example.org"}, "pin": "123456"}"#, "/pin"),
        (#"{"with": {"email": "x"}}"#, "/with/email"), (#"{"with": {"accountId": "x"}}"#, "/with/accountId"),
        (#"{"with": {"accountId": "01a1fc15-44c8-78f6-9d3f-ace9244b24ff"}}"#, "/with/accountId"),
        (#"{"with": {"email": "a@example.org"}, "link": true, "pin": "123456"}"#, "/with"),
        (#"{"with": {"email": "a@example.org"}, "expiresAt": "2000-01-01T00:00:00Z"}"#, "/expiresAt"),
        (#"{"with": {"email": "a@example.org"}, "expiresAt": "9000-01-01T00:00:00Z"}"#, "/expiresAt"),
    ])
    func `name what can't be taken`(json: String, pointer: String) async throws {
        try await Scene.run { scene in
            let reply = try await scene.post(path(scene), as: .patient, json: json)
            #expect(reply.status == 422)
            #expect(try reply.json["errors"]?.list?.first?["pointer"]?.text == pointer, "\(reply.text)")
        }
    }

    @Test func `with an address do not reveal whether the account exists`() async throws {
        try await Scene.run { scene in
            let known = try await scene.house.somebody(.clinician, "known")
            let id = try #require(known.subject.account)
            let emails = ["known-\(id)@example.org", "unknown@example.org"]
            var members: [Set<String>] = []
            for email in emails {
                let reply = try await scene.post(path(scene), as: .patient, json: #"{"with": {"email": "\#(email)"}}"#)
                #expect(reply.status == 201)
                members.append(Set(try reply.json.keys))
            }
            #expect(members[0] == members[1])
        }
    }
}
