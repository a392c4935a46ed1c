import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import FoundationEssentials
import Support
import Testing

@Suite struct `API keys over the control socket` {
    private static let keys = "/api/v1/keys"

    @Test func `are created, and have the rights of their role`() async throws {
        try await Scene.run(entrance: .machine) { scene in
            let bodies: [(json: String, role: String)] = [
                (#"{"name":"phone","role":"patient","profileId":"\#(scene.person)"}"#, "patient"),
                (#"{"name":"analyser","role":"laboratory","laboratory":"Mombasa"}"#, "laboratory"),
                (#"{"name":"pager","role":"consumer"}"#, "consumer"),
                (#"{"name":"Dr. Wanjiru","role":"clinician"}"#, "clinician"),
                (#"{"name":"other","role":"administrator"}"#, "administrator"),
            ]
            for (json, role) in bodies {
                let made = try await scene.post(Self.keys, as: nil, json: json)
                #expect(made.status == 201)
                let secret = try #require(try made.json["key"]?.text)
                let subject = try await scene.house.tenancy.callers.authenticate(apiKey: secret)
                #expect(subject.role.name.rawValue == role)
                #expect(try made.json["id"]?.text == "\(subject.id)")
            }
        }
    }

    @Test func `with access to a patient's record are visible to the patient`() async throws {
        try await Scene.run(entrance: .machine) { scene in
            let made = try await scene.post(
                Self.keys, as: nil, json: #"{"name":"phone","role":"patient","profileId":"\#(scene.person)"}"#)
            let id = try #require(try made.json["id"]?.text)
            _ = try await scene.post("\(Self.keys)/\(id)/rotate", as: nil, json: "{}")
            let accesses = try await scene.get("/api/v1/profiles/\(scene.person)/accesses", as: nil)
            let actions = try accesses.json["items"]?.list?.compactMap { $0["action"]?.text } ?? []
            // The first two are the scene's own.
            #expect(
                actions.filter { $0.hasPrefix("key.") } == ["key.created", "key.rotated", "key.created", "key.created"])
        }
    }

    @Test(arguments: [
        (#"{"name":"x","role":"king"}"#, "/role"), (#"{"name":"","role":"consumer"}"#, "/name"),
        (#"{"role":"consumer"}"#, "/name"), (#"{"name":"x","role":"patient"}"#, "/profileId"),
        (#"{"name":"x","role":"patient","profileId":"01a1fc15-44c8-78f6-9d3f-ace9244b24ff"}"#, "/profileId"),
        (#"{"name":"x","role":"clinician","profileId":"01a1fc15-44c8-78f6-9d3f-ace9244b24ff"}"#, "/profileId"),
        (#"{"name":"x","role":"laboratory"}"#, "/laboratory"),
        (#"{"name":"x","role":"laboratory","laboratory":""}"#, "/laboratory"),
        (#"{"name":"x","role":"consumer","laboratory":"y"}"#, "/laboratory"),
        (#"{"name":"x","role":"consumer","scopes":[]}"#, "/scopes"),
        (#"{"name":"x","role":"consumer","scopes":["souls:read"]}"#, "/scopes"),
        (#"{"name":"x","role":"consumer","scopes":["results:read"]}"#, "/scopes"),
        (#"{"name":"x","role":"consumer","expiresAt":"2027-01-31"}"#, "/expiresAt"),
        (#"{"name":"x","role":"consumer","expiresAt":"2020-01-31T00:00:00Z"}"#, "/expiresAt"),
        (#"{"name":"x","role":"consumer","expiresAt":"9999-01-31T00:00:00Z"}"#, "/expiresAt"),
        (#"{"name":"x","role":"consumer","expiresInSeconds":0}"#, "/expiresAt"),
        (#"{"name":"x","role":"consumer","expiresInSeconds":9223372036854775807}"#, "/expiresAt"),
        (
            #"{"name":"x","role":"consumer","expiresInSeconds":9,"expiresAt":"2027-01-31T00:00:00Z"}"#,
            "/expiresInSeconds"
        ),
    ])
    func `are refused with a pointer to the fault`(json: String, pointer: String) async throws {
        try await Scene.run(entrance: .machine) { scene in
            let reply = try await scene.post(Self.keys, as: nil, json: json)
            #expect(reply.status == 422)
            #expect(try reply.json["errors"]?.list?.first?["pointer"]?.text == pointer)
        }
    }

    @Test func `are rotated: both keys work until the overlap ends`() async throws {
        try await Scene.run(entrance: .machine) { scene in
            let old = try await scene.post(
                Self.keys, as: nil, json: #"{"name":"analyser","role":"laboratory","laboratory":"Mombasa"}"#)
            let (id, secret) = (try #require(try old.json["id"]?.text), try #require(try old.json["key"]?.text))
            let path = "\(Self.keys)/\(id)/rotate"
            let new = try await scene.post(path, as: nil, json: #"{"overlapSeconds": 60}"#)
            #expect(new.status == 201)
            #expect(try new.json["name"]?.text == "analyser")
            #expect(try new.json["replaces"]?["id"]?.text == id)
            let newSecret = try #require(try new.json["key"]?.text)
            let callers = scene.house.tenancy.callers
            let before = try await callers.authenticate(apiKey: secret)
            let after = try await callers.authenticate(apiKey: newSecret)
            #expect(before.role == after.role && before.id != after.id)
            let again = try await scene.post(path, as: nil, json: "{}")
            #expect(again.status == 409)
            #expect(try again.code == "key-ending")
            scene.house.time.advance(by: .seconds(60))
            await #expect(throws: (any Error).self) { try await callers.authenticate(apiKey: secret) }
            _ = try await callers.authenticate(apiKey: newSecret)
        }
    }

    @Test func `that end later can be revoked at once, and only once`() async throws {
        try await Scene.run(entrance: .machine) { scene in
            let old = try await scene.post(Self.keys, as: nil, json: #"{"name":"pager","role":"consumer"}"#)
            let (id, secret) = (try #require(try old.json["id"]?.text), try #require(try old.json["key"]?.text))
            _ = try await scene.post("\(Self.keys)/\(id)/rotate", as: nil, json: "{}")
            let ended = try await scene.post("\(Self.keys)/\(id)/revoke", as: nil, json: "{}")
            #expect(ended.status == 200)
            await #expect(throws: (any Error).self) {
                try await scene.house.tenancy.callers.authenticate(apiKey: secret)
            }
            let again = try await scene.post("\(Self.keys)/\(id)/revoke", as: nil, json: "{}")
            #expect(again.status == 404)
        }
    }

    @Test func `overlap for at most 30 days`() async throws {
        try await Scene.run(entrance: .machine) { scene in
            let key = try await scene.post(Self.keys, as: nil, json: #"{"name":"pager","role":"consumer"}"#)
            let id = try #require(try key.json["id"]?.text)
            for (seconds, status) in [(-1, 422), (2_592_001, 422), (9_223_372_036_854_775_807, 422), (2_592_000, 201)] {
                let reply = try await scene.post(
                    "\(Self.keys)/\(id)/rotate", as: nil, json: #"{"overlapSeconds": \#(seconds)}"#)
                #expect(reply.status == status, "\(seconds)")
            }
        }
    }

    @Test func `are listed without their secrets, with pagination`() async throws {
        try await Scene.run(entrance: .machine) { scene in
            let list = try await scene.get("\(Self.keys)?limit=3", as: nil)
            #expect(try list.json["items"]?.list?.count == 3)
            #expect(!list.text.contains("fk_"))
            let cursor = try #require(try list.json["nextCursor"]?.text)
            let rest = try await scene.get("\(Self.keys)?limit=3&cursor=\(cursor)", as: nil)
            #expect(try rest.json["items"]?.list?.count == 3)
            #expect(try rest.json["nextCursor"] == nil)
            let laboratories = try (list.json["items"]?.list ?? []) + (rest.json["items"]?.list ?? [])
            #expect(laboratories.compactMap { $0["laboratory"]?.text } == ["Nairobi"])
        }
    }

    @Test func `keep their scopes and expiry when they are listed and rotated`() async throws {
        try await Scene.run(entrance: .machine) { scene in
            let made = try await scene.post(
                Self.keys, as: nil,
                json:
                    #"{"name":"pager","role":"consumer","scopes":["alerts:read","alerts:consume"],"expiresInSeconds":3600}"#
            )
            let scopes: JSONTree = .list([.text("alerts:consume"), .text("alerts:read")])
            let end = "\(scene.house.time.now.advanced(by: .seconds(3600)))"
            #expect(try made.json["scopes"] == scopes)
            #expect(try made.json["expiresAt"]?.text == end)
            let secret = try #require(try made.json["key"]?.text)
            _ = try await scene.house.tenancy.callers.authenticate(apiKey: secret)
            let id = try #require(try made.json["id"]?.text)
            let list = try await scene.get(Self.keys, as: nil).json["items"]?.list
            let listed = try #require(list?.first { $0["id"]?.text == id })
            #expect(listed["scopes"] == scopes)
            #expect(listed["expiresAt"]?.text == end)
            #expect(listed["lastUsedAt"]?.text == "2026-11-21T12:00:00.000Z")
            let other = try #require(list?.first { $0["id"]?.text != id })
            #expect(other["scopes"] == nil, "all that its role may do")
            #expect(other["lastUsedAt"] == nil)
            let rotated = try await scene.post(
                "\(Self.keys)/\(id)/rotate", as: nil, json: #"{"expiresAt":"2027-01-31T12:00:00Z"}"#)
            #expect(try rotated.json["scopes"] == scopes)
            #expect(try rotated.json["expiresAt"]?.text == "2027-01-31T12:00:00.000Z")
            #expect(try rotated.json["replaces"]?["revokedAt"]?.text == end)
        }
    }
}
