import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import FairKitStore
import FoundationEssentials
import HTTPTypes
import Support
import Testing

/// The requests that the control socket allows and TCP does not.
@Suite struct `The control socket` {
    private static let local: [(method: HTTPRequest.Method, path: String)] = [
        (.get, "/local/statistics"), (.post, "/local/check"),
        (.get, "/local/erased-profiles"), (.get, "/local/ended-access"),
        (.get, "/local/outbox"), (.post, "/local/outbox/test"),
        (.get, "/local/outbox/01a1fc15-44c8-78f6-9d3f-ace9244b24ff"),
        (.post, "/local/outbox/01a1fc15-44c8-78f6-9d3f-ace9244b24ff/retry"),
    ]

    /// The routes for all tenants.
    private static let all: [(method: HTTPRequest.Method, path: String)] = [
        (.get, "/local/tenants"), (.post, "/local/tenants"), (.post, "/local/tenants/default/erase"),
        (.post, "/local/tenants/default/rename"), (.post, "/local/tenants/default/suspend"),
        (.post, "/local/tenants/default/resume"), (.post, "/local/backup"),
        (.post, "/local/signing-keys/rotate"), (.post, "/local/clock/confirm"),
    ]

    @Test func `alone has the local routes, whatever key or role is sent`() async throws {
        try await Scene.run { scene in
            for (method, path) in Self.local + Self.all {
                for role in [RoleName.administrator, nil] {
                    let reply = try await scene.send(
                        method, path, as: role, type: "application/json", body: [123, 125],
                        ["FairKit-Role": "administrator"])
                    #expect(reply.status == 404, "\(method) \(path)")
                }
            }
        }
        try await Scene.run(entrance: .machine) { scene in
            for (method, path) in Self.local {
                let reply = try await scene.send(method, path, as: nil, type: "application/json", body: [123, 125])
                #expect(reply.text.contains("Not found, or not visible") == false, "\(method) \(path)")
            }
        }
    }

    @Test func `alone trusts a role header`() async throws {
        try await Scene.run { scene in
            let nobody = try await scene.send(
                .get, "/api/v1/results", as: nil, type: nil, body: nil, ["FairKit-Role": "clinician"])
            #expect(nobody.status == 401)
            let consumer = try await scene.send(
                .get, "/api/v1/results", as: .consumer, type: nil, body: nil, ["FairKit-Role": "clinician"])
            #expect(consumer.status == 403)
        }
    }

    @Test func `lets its clients act in the named role, by default as administrator`() async throws {
        try await Scene.run(entrance: .machine) { scene in
            let cases: [(role: String?, path: String, status: Int)] = [
                (nil, "/api/v1/keys", 200), ("administrator", "/api/v1/keys", 200), ("clinician", "/api/v1/keys", 403),
                ("consumer", "/api/v1/keys", 403), (nil, "/local/statistics", 200),
                ("clinician", "/local/statistics", 403), ("patient;\(scene.person)", "/api/v1/keys", 403),
                ("laboratory;Nairobi", "/api/v1/keys", 403), (nil, "/api/v1/results", 403),
                ("clinician", "/api/v1/results", 200), ("laboratory;Nairobi", "/api/v1/results", 200),
                ("laboratory;%4Eairobi", "/api/v1/results", 200), ("laboratory;Mombasa", "/api/v1/results", 404),
                ("consumer", "/api/v1/alerts", 200), ("patient;\(scene.person)", "/api/v1/results", 200),
                ("patient;\(ProfileID.new(at: scene.house.time.now))", "/api/v1/results", 404),
                ("patient", "/api/v1/results", 400), ("patient;x", "/api/v1/results", 400),
                ("laboratory", "/api/v1/results", 400), ("laboratory;%4", "/api/v1/results", 400),
                ("clinician;x", "/api/v1/results", 400), ("king", "/api/v1/results", 400), ("", "/api/v1/keys", 400),
            ]
            for (role, path, status) in cases {
                let reply = try await scene.send(
                    .get, path, as: nil, type: nil, body: nil, role.map { ["FairKit-Role": $0] } ?? [:])
                #expect(reply.status == status, "\(role ?? "nobody") at \(path)")
            }
            let unknown = try await scene.send(
                .get, "/api/v1/results", as: nil, type: nil, body: nil, ["FairKit-Role": "laboratory;Mombasa"])
            #expect(try unknown.code == "laboratory-unknown")
        }
    }

    @Test func `leaves the nil UUID in the audit log, with the request id`() async throws {
        try await Scene.run(entrance: .machine) { scene in
            let path = "/api/v1/profiles/\(scene.person)"
            let reply = try await scene.send(.get, path, as: nil, type: nil, body: nil, ["FairKit-Role": "clinician"])
            #expect(reply.status == 200)
            let person = scene.person
            let entries = try await scene.house.store.read { (tx) throws(DatabaseError) in
                try tx.auditEntries(about: person)
            }
            let entry = try #require(entries.last)
            #expect(entry.action == .profileRead)
            #expect(entry.actor == AuditActor(key: .machine, role: .clinician))
            #expect("\(KeyID.machine)" == "00000000-0000-0000-0000-000000000000")
            #expect(!entry.requestID.isEmpty)
        }
    }
}

@Suite struct `The operator's routes` {
    @Test func `measure and check the store`() async throws {
        try await Scene.run(entrance: .machine) { scene in
            let statistics = try await scene.get("/local/statistics", as: nil)
            #expect(try statistics.json["rows"]?["profiles"] == .number(1))
            #expect(try statistics.json["rows"]?["keys"] == .number(6))
            let check = try await scene.post("/local/check", as: nil, json: "{}")
            #expect(try check.json["sound"] == .bool(true))
        }
    }
}
