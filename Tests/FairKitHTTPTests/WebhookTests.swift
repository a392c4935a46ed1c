import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import FoundationEssentials
import HTTPTypes
import Support
import Testing

@Suite struct `A webhook over HTTP` {
    private static let path = "/api/v1/alert-groups/default/webhook"

    private func put(_ scene: Scene, _ json: String, path: String = path) async throws -> Scene.Reply {
        try await scene.onMachine {
            try await $0.send(.put, path, as: nil, type: "application/json", body: Array(json.utf8))
        }
    }

    private func delete(_ scene: Scene) async throws -> Scene.Reply {
        try await scene.onMachine { try await $0.send(.delete, Self.path, as: nil, type: nil, body: nil) }
    }

    @Test func `shows its secret only once`() async throws {
        try await Scene.run { scene in
            let made = try await put(scene, #"{"url": "https://Pager.example/hook"}"#)
            #expect(made.status == 201)
            #expect(try made.json["url"]?.text == "https://pager.example/hook")
            #expect(try made.json["sendsPayload"] == .bool(false))
            let secret = try #require(try made.json["secret"]?.text)
            #expect(Data(base64Encoded: String(secret.dropFirst("whsec_".count)))?.count == 32)
            let changed = try await put(scene, #"{"url": "https://pager.example/other"}"#)
            #expect(changed.status == 200)
            let shown = try await scene.get(Self.path, as: .administrator)
            for reply in [changed, shown] {
                #expect(try reply.json["secret"] == nil)
                #expect(try reply.json["url"]?.text == "https://pager.example/other")
            }
            let rotated = try await put(scene, #"{"url": "https://pager.example/hook", "rotateSecret": true}"#)
            #expect(rotated.status == 200)
            #expect(try rotated.json["secret"]?.text?.hasPrefix("whsec_") == true)
            #expect(try rotated.json["secret"]?.text != secret)
        }
    }

    /// Administrators must not read results, and would get them at an address of their own.
    @Test func `gets health data only if a command on the server allows it`() async throws {
        let json = #"{"url": "https://pager.example/hook", "sendsPayload": true}"#
        try await Scene.run { scene in
            let refused = try await scene.send(
                .put, Self.path, as: .administrator, type: "application/json", body: Array(json.utf8))
            #expect(refused.status == 403)
            #expect(try refused.code == "payload-forbidden")
            #expect(try await scene.get(Self.path, as: .administrator).status == 404)
        }
        try await Scene.run(entrance: .machine) { scene in
            let set = try await scene.send(
                .put, Self.path, as: nil, type: "application/json", body: Array(json.utf8))
            #expect(set.status == 201)
            #expect(try set.json["sendsPayload"] == .bool(true))
            // A missing member must not disable or redirect health data unnoticed.
            for (sendsPayload, isTaken) in [(nil, false), (false, true)] as [(Bool?, Bool)] {
                let wanted = WebhookSettings(
                    url: "https://other.example/", sendsPayload: sendsPayload, rotatesSecret: false)
                let outcome = try? await scene.house.tenancy.webhooks.set(wanted, of: "default", by: .command)
                #expect((outcome != nil) == isTaken)
            }
        }
    }

    @Test func `is removed once, and then not found`() async throws {
        try await Scene.run { scene in
            _ = try await put(scene, #"{"url": "https://pager.example/"}"#)
            #expect(try await delete(scene).status == 204)
            #expect(try await delete(scene).code == "not-found")
            #expect(try await scene.get(Self.path, as: .administrator).code == "not-found")
            let unknown = try await put(
                scene, #"{"url": "https://a.example"}"#, path: "/api/v1/alert-groups/defualt/webhook")
            #expect(try unknown.code == "group-unknown")
            let attempts = try await scene.get("/api/v1/alert-groups/defualt/delivery-attempts", as: .administrator)
            #expect(try attempts.code == "group-unknown")
        }
    }

    @Test(arguments: ["{}", #"{"url": 1}"#, #"{"url": "ftp://a.example"}"#, #"{"url": "https://u:p@a.example"}"#])
    func `needs a valid URL, which the error does not repeat`(body: String) async throws {
        try await Scene.run { scene in
            let refused = try await put(scene, body)
            #expect(refused.status == 422)
            #expect(try refused.json["errors"]?.list?.first?["pointer"]?.text == "/url")
            #expect(!refused.text.contains("a.example"))
        }
    }

    @Test func `has no attempts at first`() async throws {
        try await Scene.run { scene in
            let attempts = try await scene.get("/api/v1/alert-groups/default/delivery-attempts", as: .administrator)
            #expect(attempts.status == 200)
            #expect(try attempts.json["items"]?.list?.isEmpty == true)
        }
    }
}
